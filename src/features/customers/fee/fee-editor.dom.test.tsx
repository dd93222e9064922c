import { beforeEach, expect, test, vi } from 'vitest'
import { screenTests, waitFor } from '#web/testing/screen-test.tsx'
import FeeEditor from './fee-editor.screen.tsx'
import { feeTime, type FeeRow } from './fee.contract.ts'

const vendor = { payment_vendor_id: 2, vendor_code: 'MOMO', vendor_name: 'MoMo', status: 1 }
const fee = {
  fee_id: 4,
  group_vip_id: 1,
  payment_vendor_id: 2,
  vendor_name: 'MoMo',
  category: null,
  from_value: 0,
  to_value: null,
  fee_rate: 100,
  fee_fixed: 0,
  fee_least: 0,
  fee_most: null,
  time: feeTime.now,
  holds_from: '2026-11-01T00:00:00+07:00',
  holds_to: null,
  follows: null,
  version: 1,
} as unknown as FeeRow

const screen = screenTests()

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})

async function open({ base_id, may_change }: { base_id: number | null; may_change: boolean }) {
  await screen.draw(
    <FeeEditor group_vip_id={1} fee={fee} rows={[fee]} vendors={[vendor]} day={null} onClose={() => {}} />,
    { can: () => may_change, me: { base_id } },
  )
  await waitFor(() => expect(document.querySelectorAll('[role="dialog"] input').length).toBeGreaterThan(3))
}

const saveButton = () => document.querySelector('button[type="submit"]')
const canType = () => [...document.querySelectorAll<HTMLInputElement>('input')].some((input) => !isLocked(input))
const isLocked = (input: HTMLInputElement) => input.disabled || input.readOnly

test('outside the head office a rule can be looked at, and the save button says who may change it', async () => {
  await open({ base_id: 3, may_change: true })
  expect(saveButton()!.getAttribute('aria-disabled')).toBe('true')
  expect(document.body.textContent).toContain('Chỉ trụ sở chính được thay đổi.')
  expect(canType()).toBe(false)
})

test('who may only look at fees has nothing to save', async () => {
  await open({ base_id: null, may_change: false })
  expect(saveButton()).toBeNull()
  expect(canType()).toBe(false)
})

test('at the head office a rule is changed', async () => {
  await open({ base_id: null, may_change: true })
  expect(document.body.textContent).not.toContain('Chỉ trụ sở chính được thay đổi.')
  expect(canType()).toBe(true)
})
