import { expect, test } from 'vitest'
import { riskSignalsOf, whyNotConfirm } from './return.rules.ts'
import { returnLife } from './return-life.contract.ts'

const hour = 3_600_000
const now = Date.parse('2026-03-10T14:00:00+07:00')
const slip = {
  status: returnLife.status.waiting,
  return_until: '2026-03-10T15:00:00+07:00',
  created_by: 1,
  quantity: 10,
  received: 1_000,
  returned_before: 100,
  limit_rate: 2_000,
} as Parameters<typeof riskSignalsOf>[0]
const binh = { user_id: 2, handled_by: [] }

test('a slip can be confirmed until the hour of the station, and has a signal after it', () => {
  expect(whyNotConfirm(slip, binh, now)).toBeNull()
  expect(whyNotConfirm(slip, binh, now + hour)).toBe('Đã quá giờ chốt hoàn của đài.')
  expect(riskSignalsOf(slip, now)).toEqual([])
  expect(riskSignalsOf(slip, now + hour)).toEqual([{ text: 'Đã quá giờ chốt hoàn', tone: 'red' }])
})

test('a waiting slip that reaches the limit of returns has a signal', () => {
  expect(riskSignalsOf({ ...slip, quantity: 100 }, now)).toEqual([{ text: 'Chạm hạn mức hoàn', tone: 'amber' }])
  expect(riskSignalsOf({ ...slip, quantity: 100, status: returnLife.status.confirmed }, now)).toEqual([])
})
