import { expect, test } from 'vitest'
import { signalsOf, waiting_slip } from './slip-signals.rules.ts'
import { groupSlipStatus } from './ticket-group/ticket-group.contract.ts'
import { importStatus } from './ticket-import/ticket-import.contract.ts'

const plain = { status: waiting_slip as number, blocked: null, created_by: 1, changed_by: [1] }

test('both kinds of slips wait under one number', () => {
  expect([importStatus.waiting, groupSlipStatus.waiting]).toEqual([waiting_slip, waiting_slip])
})

test('what keeps a slip from being approved is told, and that somebody else has changed its lines', () => {
  expect(signalsOf(plain)).toEqual([])
  expect(signalsOf({ ...plain, blocked: 'Đài nghỉ quay ngày này.', changed_by: [1, 2] })).toEqual([
    { text: 'Đài nghỉ quay ngày này', tone: 'red' },
    { text: 'Người khác đã sửa', tone: 'amber' },
  ])
  expect(signalsOf({ ...plain, status: importStatus.approved, changed_by: [2] })).toEqual([])
})
