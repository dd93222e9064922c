import { expect, test } from 'vitest'
import type { RowAct } from '#web/action/act.tsx'
import { ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { labelledAct } from './row-acts.ts'

const run = () => {}
const approve: RowAct = { call: ticketImport.approve, label: 'Duyệt', run }
const remove: RowAct = { call: ticketImport.delete, label: 'Xóa', danger: true, run }
const history: RowAct = { call: ticketImport.detail, label: 'Lịch sử', run }
const print: RowAct = { call: ticketImport.detail, label: 'In phiếu', run }

test('where a decision stood, a history never stands after it', () => {
  expect(labelledAct([approve, remove, history], false)).toBe(approve)
  expect(labelledAct([history, print], false)).toBeNull()
})

test('what destroys is no labelled action, and on a phone none is', () => {
  expect(labelledAct([remove, history], false)).toBeNull()
  expect(labelledAct([approve, history], true)).toBeNull()
  expect(labelledAct([], false)).toBeNull()
})
