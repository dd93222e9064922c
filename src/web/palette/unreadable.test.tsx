// Nothing is saved while a typed day or time cannot be read; what can be read is taken before.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { orderPrice } from '#features/settings/order-price/order-price.contract.ts'
import { Act } from '#web/action/act.tsx'
import { ListBar } from '#web/list/list-bar.tsx'
import { DateInput } from '#web/ui/date/date-input.tsx'
import { MomentInput } from '#web/ui/date/moment-input.tsx'
import { TimeInput } from '#web/ui/date/time-input.tsx'
import DialogSurface from '#web/ui/dialog/dialog-surface.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { ariaKeys, keys } from './keys.ts'
import { listenForShortcuts } from './shortcuts.ts'

vi.mock('#web/session/rights.ts', () => ({ useRights: () => ({ can: () => true }) }))

type SavedFilter = { day: string | null; time: string | null }
const onSave = vi.fn<(saved: SavedFilter) => void>()
let root: Root
let stop = () => {}

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  document.body.innerHTML = '<main></main>'
  root = createRoot(document.querySelector('main')!)
  stop = listenForShortcuts({ open: () => undefined })
  onSave.mockClear()
})

afterEach(async () => {
  stop()
  await act(async () => root.unmount())
})

function Form({ dialog }: { dialog: boolean }) {
  const [day, setDay] = useState<string | null>(null)
  const [time, setTime] = useState<string | null>(null)
  const save = () => onSave({ day, time })
  const fields = (
    <>
      <Field label="Ngày">
        <DateInput value={day} onChange={setDay} />
      </Field>
      <Field label="Giờ">
        <TimeInput value={time} onChange={setTime} />
      </Field>
    </>
  )
  if (dialog)
    return (
      <DialogSurface open title="Sửa" onClose={() => {}} onSubmit={save} footer={<button type="submit">Lưu</button>}>
        {fields}
      </DialogSurface>
    )
  return (
    <Panel
      actions={
        <Act call={orderPrice.update} variant="primary" aria-keyshortcuts={ariaKeys(keys.save)} onClick={save}>
          Lưu
        </Act>
      }
    >
      {fields}
    </Panel>
  )
}

const show = (dialog: boolean) =>
  act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Form dialog={dialog} />
      </QueryClientProvider>,
    ),
  )
const input = (index: number) => document.querySelectorAll('input')[index]!
const type = (index: number, text: string) =>
  act(async () => {
    input(index).focus()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input(index), text)
    input(index).dispatchEvent(new Event('input', { bubbles: true }))
  })
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!

async function click(name: string) {
  await act(async () => button(name).focus())
  await act(async () => button(name).click())
}

const ways = {
  button: () => click('Lưu'),
  'Ctrl+S': () =>
    act(async () =>
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true })),
    ),
}
const cases = [true, false].flatMap((dialog) =>
  Object.entries(ways).map(([way, save]) => ({ dialog, place: dialog ? 'dialog' : 'panel', way, save })),
)

test.for(cases)('the $way of a $place saves no text that is not a day or time', async ({ dialog, save }) => {
  await show(dialog)
  await type(0, '31/11/2026')
  await save()
  expect(onSave).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(input(0))
  expect(document.body.textContent).toContain('Ngày không hợp lệ')
  await type(0, '30/11/2026')
  await type(1, '25:00')
  await save()
  expect(onSave).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(input(1))
  expect(document.body.textContent).toContain('Giờ không hợp lệ')
  await type(1, '')
  await save()
  expect(onSave).toHaveBeenLastCalledWith({ day: '2026-11-30', time: null })
})

test.for(cases)('the $way of a $place saves a day whose year has two digits', async ({ dialog, save }) => {
  await show(dialog)
  await type(0, '5/12/26')
  await save()
  expect(onSave).toHaveBeenLastCalledWith({ day: '2026-12-05', time: null })
})

test('a day without its time of day is not saved as no moment', async () => {
  function MomentForm() {
    const [moment, setMoment] = useState<string | null>(null)
    return (
      <DialogSurface open title="Sửa" onClose={() => {}} onSubmit={() => onSave({ day: moment, time: null })}>
        <Field label="Hết hạn">
          <MomentInput value={moment} onChange={setMoment} />
        </Field>
      </DialogSurface>
    )
  }
  await act(async () => root.render(<MomentForm />))
  await type(0, '30/11/2026')
  await ways['Ctrl+S']()
  expect(onSave).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(input(1))
  expect(document.body.textContent).toContain('Nhập cả ngày và giờ')
  await type(0, '')
  await type(1, '7:30')
  await ways['Ctrl+S']()
  expect(onSave).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(input(0))
  await type(1, '')
  await ways['Ctrl+S']()
  expect(onSave).toHaveBeenLastCalledWith({ day: null, time: null })
})

test('a day that cannot be read in the filters of a list does not hold back the first step of an empty list', async () => {
  const onStart = vi.fn<() => void>()
  const search = (
    <Field label="Từ ngày">
      <DateInput value={null} onChange={() => {}} />
    </Field>
  )
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Panel bar={<ListBar tools={null}>{search}</ListBar>}>
          <Act call={orderPrice.update} variant="primary" icon="upload" onClick={onStart}>
            Nhập sao kê
          </Act>
        </Panel>
      </QueryClientProvider>,
    ),
  )
  await type(0, '31/02/2026')
  await click('Nhập sao kê')
  expect(document.body.textContent).toContain('Ngày không hợp lệ')
  expect(onStart).toHaveBeenCalledOnce()
})
