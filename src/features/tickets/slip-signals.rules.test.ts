import { expect, test } from 'vitest'
import { riskSignalsOf, waiting_slip } from './slip-signals.rules.ts'
import { groupSlipStatus } from './ticket-group/ticket-group.contract.ts'
import { importStatus } from './ticket-import/ticket-import.contract.ts'

const plain = { status: waiting_slip as number, blocked: null, created_by: 1, changed_by: [1] }

test('import slips and group slips have the same number for waiting', () => {
  expect([importStatus.waiting, groupSlipStatus.waiting]).toEqual([waiting_slip, waiting_slip])
})

test('a waiting slip has signals for what blocks its approval and for changes by somebody else', () => {
  expect(riskSignalsOf(plain)).toEqual([])
  expect(riskSignalsOf({ ...plain, blocked: 'Đài nghỉ quay ngày này.', changed_by: [1, 2] })).toEqual([
    { text: 'Đài nghỉ quay ngày này', tone: 'red' },
    { text: 'Người khác đã sửa', tone: 'amber' },
  ])
  expect(riskSignalsOf({ ...plain, status: importStatus.approved, changed_by: [2] })).toEqual([])
})
