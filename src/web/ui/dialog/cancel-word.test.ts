import { expect, test } from 'vitest'
import { cancelWord } from './cancel-word.ts'

test('a dialog that cancels something is left by another word than the one it does it with', () => {
  for (const act of ['Hủy kỳ', 'Hủy yêu cầu', 'Duyệt hủy kỳ', 'Yêu cầu hủy'.normalize('NFD')])
    expect([act, cancelWord(act)]).toEqual([act, 'Đóng'])
  for (const act of ['Lưu', 'Từ chối', 'Duyệt', 'Thủy sản']) expect([act, cancelWord(act)]).toEqual([act, 'Hủy'])
})
