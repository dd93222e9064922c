import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { accountNumber, link, moment, newPassword, optional, text, timeOfDay } from './fields.ts'
import { isSensitive } from './schema.ts'

const parsed = (schema: z.ZodMiniType, value: unknown) => {
  const result = z.safeParse(schema, value)
  return result.success ? result.data : null
}

test('an account number is stored as digits and capitals without separators, however it was typed', () => {
  const account = accountNumber('Số tài khoản')
  expect(parsed(account, ' 0123 4567.89-0 ')).toBe('01234567890')
  expect(parsed(account, 'vqr000123')).toBe('VQR000123')
  for (const value of ['12345', '1'.repeat(20), '12345ă', '123;456', ''])
    expect(parsed(account, value), value).toBeNull()
})

test('a time of day has two digits for hour and minute and is at most 23:59', () => {
  for (const time of ['00:00', '07:30', '23:59']) expect(parsed(timeOfDay('Giờ'), time)).toBe(time)
  for (const value of ['24:00', '7:30', '07:60', '07:30:00', '0730'])
    expect(parsed(timeOfDay('Giờ'), value), value).toBeNull()
})

test('a moment is of a day that can be written in Viet Nam, which is ahead of the clock of London', () => {
  for (const moment_text of ['1900-01-01T00:00:00Z', '2026-11-28T10:16:33.826279+07:00', '9999-12-30T23:59:59Z'])
    expect(parsed(moment('Lúc'), moment_text)).toBe(moment_text)
  for (const value of ['1900-01-01T00:00:00+14:00', '9999-12-31T23:59:59Z', '2026-02-29T00:00:00Z', '2026-11-28'])
    expect(parsed(moment('Lúc'), value), value).toBeNull()
})

test('a link is an https URL or a path; other schemes and URLs without a scheme are refused', () => {
  for (const href of ['https://veso.example/a?b=1', '/ket-qua']) expect(parsed(link('Đường dẫn'), href)).toBe(href)
  for (const value of ['//xau.vn', 'http://xau.vn', 'javascript:x', '/\\xau.vn'])
    expect(parsed(link('Đường dẫn'), value), value).toBeNull()
})

test('passwords and account numbers are sensitive, so that no draft stores them', () => {
  expect(isSensitive(accountNumber('Số tài khoản'))).toBe(true)
  expect(isSensitive(optional(accountNumber('Số tài khoản')))).toBe(true)
  expect(isSensitive(newPassword('Mật khẩu'))).toBe(true)
  expect(isSensitive(text('Tên', 50))).toBe(false)
  expect(isSensitive(undefined)).toBe(false)
})
