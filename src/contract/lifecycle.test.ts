import { expect, test } from 'vitest'
import { allows, lifecycle, whyNot } from './lifecycle.ts'
import { infoOf } from './schema.ts'

const slip = lifecycle({
  states: {
    waiting: [1, 'Chờ duyệt', 'amber'],
    approved: [3, 'Đã duyệt', 'green', 'Phiếu đã được duyệt.', 'request_finished'],
    deleted: [7, 'Đã xóa', 'neutral'],
  },
  moves: {
    approve: {
      from: ['waiting'],
      to: 'approved',
      notBy: { created_by: 'Người lập không được tự duyệt.', changed_by: 'Người sửa không được duyệt.' },
    },
    restore: { from: ['deleted'] },
  },
})
const { approve, restore } = slip.moves

test('a lifecycle gives the number of each state, and its field their labels and tones', () => {
  expect(slip.status).toEqual({ waiting: 1, approved: 3, deleted: 7 })
  expect(infoOf(slip.field())?.options).toContainEqual({ value: 3, label: 'Đã duyệt', tone: 'green' })
})

const person = (user_id: number, handled_by: number[] = []) => ({ user_id, handled_by })

test('a move has the numbers of the states that it leaves and of the one it reaches, if that is declared', () => {
  expect([approve.from, approve.to, restore.to]).toEqual([[1], 3, undefined])
  expect([allows(approve, 1), allows(approve, 3)]).toEqual([true, false])
})

test('a move that the state does not allow is refused with the message and error of the state', () => {
  expect(whyNot(approve, { status: 3 }, person(5))).toEqual({
    error: 'request_finished',
    message: 'Phiếu đã được duyệt.',
  })
  expect(whyNot(approve, { status: 7 }, person(5))).toEqual({ error: 'action_invalid', message: 'Đã xóa.' })
})

test('a move is refused to persons in its notBy columns and to accounts that they handled, not to others', () => {
  const row = { status: 1, created_by: 5, changed_by: [6, 8] }
  expect(whyNot(approve, row, person(5))).toEqual({ error: 'no_right', message: 'Người lập không được tự duyệt.' })
  expect(whyNot(approve, row, person(8))).toEqual({ error: 'no_right', message: 'Người sửa không được duyệt.' })
  expect([whyNot(approve, row, person(9)), whyNot(approve, row, null)]).toEqual([null, null])
  expect(whyNot(approve, row, person(9, [8]))).toMatchObject({
    error: 'no_right',
    message: expect.stringContaining('tài khoản của bạn'),
  })
})
