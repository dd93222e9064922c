import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useEffect, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { errors } from '#contract/errors.ts'
import { ConfirmHost } from '#web/ui/dialog/confirm.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { districtChoices } from '#features/partners/location/district-choices.screen.tsx'
import { tag } from '#features/content/tag/tag.contract.ts'
import { pos } from '#features/partners/pos/pos.contract.ts'
import { returnTerm } from '#features/tickets/ticket-return/return-term.contract.ts'
import { Fields } from './editor-dialog.tsx'
import { beginSession } from './editor-session.ts'
import { hasDrafts } from './has-drafts.ts'
import { useSettingsForm } from './settings-form.tsx'
import { useRecordForm, type RecordForm } from './use-record-form.tsx'

let root: Root

function Form({ blank }: { blank: object }) {
  const session = beginSession({ add: pos.add, blank } as never, null)
  const fields = ['province_id', 'district_id', 'note']
  const record = useRecordForm({ session, fields, onSaved: () => {} })
  return <Fields record={record} fields={fields} choices={districtChoices} />
}

const show = (blank: object = {}) =>
  act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Form blank={blank} />
      </QueryClientProvider>,
    ),
  )
const required = () =>
  [...document.querySelectorAll('label')]
    .filter((label) => /required/.test(label.className))
    .map((label) => label.textContent)

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})

afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

test('a field that depends on another is marked as required, with and without a value of the other', async () => {
  await show()
  expect(required()).toEqual(['Tỉnh/Thành phố', 'Quận/Huyện'])
  expect(document.body.textContent).toContain('Chọn tỉnh/thành phố trước')
  await show({ province_id: 79 })
  expect(required()).toEqual(['Tỉnh/Thành phố', 'Quận/Huyện'])
})

test('choices of a field are loaded when it is focused, not when the form opens', async () => {
  const requests: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    requests.push(url)
    return new Promise(() => {})
  })
  await show()
  expect(requests).toEqual([])
  await act(async () => document.querySelector<HTMLElement>('input[role=combobox]')!.focus())
  // The code of the open list is loaded first.
  await vi.waitFor(() => expect(requests.length).toBeGreaterThan(0), { timeout: 20_000 })
})

test('a refused save of a form that has no row to compare says that somebody else changed the record', async () => {
  const body = {
    error: { code: errors.changed_by_other[0], message: errors.changed_by_other[1] },
    data: { current: { id: 1 } },
  }
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(body))))
  const warning = vi.spyOn(toast, 'warning')
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <NewTag />
      </QueryClientProvider>,
    ),
  )
  await act(async () => rendered.record!.form.setFieldValue('tag_name', 'Món nước'))
  await act(async () => rendered.record!.save())
  await vi.waitFor(() => expect(warning).toHaveBeenCalledWith(errors.changed_by_other[1], expect.anything()))
})

const rendered: { record: RecordForm | null } = { record: null }

function NewTag() {
  const [session] = useState(() => beginSession({ add: tag.add, blank: { status: 1, position: 0 } }, null))
  const record = useRecordForm({ session, fields: ['tag_name'], onSaved: () => {} })
  useEffect(() => {
    rendered.record = record
  })
  return null
}

test('typed input is kept as a draft until the record is saved, and input after that is not', async () => {
  document.cookie = 'userId=7'
  const answer = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async () => {
    await answer.promise
    const row = { id: 1, tag_name: 'Món nước', version: 1 }
    return new Response(JSON.stringify({ error: { code: 0, message: '' }, data: row }))
  })
  const type = (text: string) => act(async () => rendered.record!.form.setFieldValue('tag_name', text))
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <NewTag />
      </QueryClientProvider>,
    ),
  )
  await type('Món nước')
  expect(hasDrafts()).toBe(true)
  await act(async () => rendered.record!.save())
  expect(hasDrafts()).toBe(true)
  await act(async () => answer.resolve())
  await vi.waitFor(() => expect(hasDrafts()).toBe(false))
  await type('Món nước ')
  expect(hasDrafts()).toBe(false)
  document.cookie = 'userId=; max-age=0'
})

/** Renders a new term beside the confirm dialog; what it sends is never answered. */
async function openNewTerm() {
  const requests: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    requests.push(url)
    return new Promise(() => {})
  })
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <NewTerm />
        <ConfirmHost />
      </QueryClientProvider>,
    ),
  )
  return requests
}

test('a new record in which nothing was typed is only saved after a question', async () => {
  const requests = await openNewTerm()
  const press = async (name: string) => {
    await act(async () => rendered.record!.save())
    const button = await vi.waitFor(() => {
      const choice = [...document.querySelectorAll('[role=alertdialog] button')].find(
        ({ textContent }) => textContent === name,
      )
      expect(choice).toBeDefined()
      return choice as HTMLElement
    })
    await act(async () => button.click())
  }
  await press('Hủy')
  expect(requests).toEqual([])
  await press('Lưu')
  expect(requests).toHaveLength(1)
})

test('a new record in which something was typed is saved without a question', async () => {
  const requests = await openNewTerm()
  await act(async () => rendered.record!.form.setFieldValue('limit_rate', 5_000))
  await act(async () => rendered.record!.save())
  expect(requests).toHaveLength(1)
})

function NewTerm() {
  const blank = { from_day: '2026-12-01', limit_rate: 10_000, price_rate: 10_000 }
  const [session] = useState(() => beginSession({ add: returnTerm.add, blank }, null))
  const record = useRecordForm({ session, fields: ['from_day', 'limit_rate', 'price_rate'], onSaved: () => {} })
  useEffect(() => {
    rendered.record = record
  })
  return null
}

const saved_tag = { id: 5, tag_name: 'Món nước', parent_id: null, position: 0, status: 1, version: 1 }

function SavedTag() {
  const fields = ['tag_name', 'position']
  const record = useSettingsForm({ call: tag.update, row: saved_tag, fields, invalidates: [], onSaved: () => {} })
  useEffect(() => {
    rendered.record = record
  })
  return null
}

test('what is typed while a form is being saved stays, as a change that is not saved yet', async () => {
  let answer = () => {}
  vi.stubGlobal('fetch', async () => {
    await new Promise<void>((resolve) => (answer = resolve))
    const data = { ...saved_tag, tag_name: 'Món khô', version: 2 }
    return new Response(JSON.stringify({ error: { code: 0, message: '' }, data }))
  })
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <SavedTag />
      </QueryClientProvider>,
    ),
  )
  await act(async () => rendered.record!.form.setFieldValue('tag_name', 'Món khô'))
  await act(async () => rendered.record!.save())
  await act(async () => rendered.record!.form.setFieldValue('position', 7))
  await act(async () => answer())
  expect(rendered.record!.form.values).toMatchObject({ tag_name: 'Món khô', position: 7, version: 2 })
  expect(rendered.record!.changed).toBe(true)
  expect(rendered.record!.session.base).toMatchObject({ tag_name: 'Món khô', position: 0, version: 2 })
})

test('a day whose year has two digits is no missing value when its field is left', async () => {
  const session = beginSession({ add: returnTerm.add, blank: {} } as never, null)
  function TermForm() {
    const record = useRecordForm({ session, fields: ['from_day'], onSaved: () => {} })
    return <Fields record={record} fields={['from_day']} />
  }
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <TermForm />
      </QueryClientProvider>,
    ),
  )
  const input = document.querySelector('input')!
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, '5/12/26')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  expect(input.value).toBe('05/12/2026')
  expect(document.body.textContent).not.toContain('Không được để trống')
})
