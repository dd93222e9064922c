import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { banner } from '#features/content/banner/banner.contract.ts'
import { check } from '#contract/wire.ts'
import { newInput } from '#web/form/editor-values.ts'
import { Field } from './field.tsx'
import { useFieldNote } from './field-context.ts'
import { NumberInput } from './number-input.tsx'

let root: Root

function Control({ problem }: { problem: string | null }) {
  useFieldNote(problem === null ? null : { kind: 'error', text: problem })
  return <input />
}

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
})

afterEach(async () => {
  await act(async () => root.unmount())
})

const show = (problem: string | null, error?: string) =>
  act(async () =>
    root.render(
      <Field label="Ảnh" error={error}>
        <Control problem={problem} />
      </Field>,
    ),
  )

test('the message of the control is shown instead of the required error of the form', async () => {
  await show('“a.pdf” không phải là ảnh thuộc loại nhận được', 'Không được để trống')
  expect(document.body.textContent).toContain('không phải là ảnh')
  expect(document.body.textContent).not.toContain('Không được để trống')
  await show(null, 'Không được để trống')
  expect(document.body.textContent).toContain('Không được để trống')
})

test('a banner without a place has an error at that field', () => {
  const parsed = check(banner.add.input, newInput({ title: 'Tết', image_url: '/f/a.webp', place: null, status: 1 }))
  expect(parsed).toMatchObject({ ok: false, fields: { place: 'Không được để trống' } })
})

function Amount() {
  const [value, setValue] = useState<number | null>(null)
  return (
    <Field label="Số tiền" error={value === null && 'Không được để trống'}>
      <NumberInput value={value} onChange={setValue} />
    </Field>
  )
}

test('a number that cannot be pasted is named as long as the field is empty, also after it was left', async () => {
  await act(async () => root.render(<Amount />))
  const input = document.querySelector('input')!
  const paste = (text: string) => {
    const event = new Event('paste', { bubbles: true, cancelable: true })
    return act(async () => input.dispatchEvent(Object.assign(event, { clipboardData: { getData: () => text } })))
  }
  const leave = () => act(async () => input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  await paste('1.5')
  await leave()
  expect(document.body.textContent).toContain('“1.5” không phải là số nguyên hợp lệ')
  expect(document.body.textContent).not.toContain('Không được để trống')
  await paste('1.500')
  await leave()
  expect(document.body.textContent).not.toContain('hợp lệ')
})
