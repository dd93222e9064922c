import { beforeEach, expect, test } from 'vitest'
import { currentToasts, toast } from './toast-store.ts'

beforeEach(toast.clear)
const texts = () => currentToasts().map(({ text }) => text)

test('the newest five messages of each group are shown', () => {
  for (let index = 1; index <= 7; index++) toast.info(`Tin ${index}`)
  toast.error('Sai mật khẩu', { group: 'login' })
  expect(texts()).toEqual(['Tin 3', 'Tin 4', 'Tin 5', 'Tin 6', 'Tin 7', 'Sai mật khẩu'])
})

test('a repeated message is shown once', () => {
  toast.success('Đã lưu')
  toast.error('Lỗi')
  toast.success('Đã lưu')
  expect(texts()).toEqual(['Lỗi', 'Đã lưu'])
})

test('dismissing a message removes only that message', () => {
  const first = toast.success('Một')
  toast.success('Hai')
  toast.dismiss(first)
  expect(texts()).toEqual(['Hai'])
})
