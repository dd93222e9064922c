import { expect, test } from 'vitest'
import type { RowAct } from '#web/action/act.tsx'
import { ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { labelledAct } from './row-acts.ts'

const run = () => {}
const approve: RowAct = { call: ticketImport.approve, label: 'Duyệt', run }
const remove: RowAct = { call: ticketImport.delete, label: 'Xóa', danger: true, run }
const history: RowAct = { call: ticketImport.detail, label: 'Lịch sử', run }
const print: RowAct = { call: ticketImport.detail, label: 'In phiếu', run }

test('the labelled action of a row is its decision; without one it has none, not its history', () => {
  expect(labelledAct([approve, remove, history], false)).toBe(approve)
  expect(labelledAct([history, print], false)).toBeNull()
})

test('a dangerous action gets no labelled button, and on a phone no action does', () => {
  expect(labelledAct([remove, history], false)).toBeNull()
  expect(labelledAct([approve, history], true)).toBeNull()
  expect(labelledAct([], false)).toBeNull()
})
