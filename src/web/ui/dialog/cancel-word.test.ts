import { expect, test } from 'vitest'
import { cancelWord } from './cancel-word.ts'

test('the cancel button says Đóng where the action itself is a cancellation, and Hủy elsewhere', () => {
  for (const act of ['Hủy kỳ', 'Hủy yêu cầu', 'Duyệt hủy kỳ', 'Yêu cầu hủy'.normalize('NFD')])
    expect([act, cancelWord(act)]).toEqual([act, 'Đóng'])
  for (const act of ['Lưu', 'Từ chối', 'Duyệt', 'Thủy sản']) expect([act, cancelWord(act)]).toEqual([act, 'Hủy'])
})
