/** Passwords that attackers try first: the world's most frequent ones, and typical ones of this country and trade. */
import { dictionary } from '@zxcvbn-ts/language-common'

const vietnamese_passwords = [
  'matkhau',
  'matkhau123',
  'anhyeuem',
  'emyeuanh',
  'yeuem123',
  'vietnam123',
  'saigon123',
  'hanoi123',
  'xosokienthiet',
  'vietlott',
  'veso1234',
  'veso12345',
  'xoso1234',
  'admin@123',
  'abc@1234',
  'aa123456@',
  '123456a@',
  '123456aa',
  'quantri123',
  'daily123',
]

export const common_passwords: ReadonlySet<string> = new Set([
  ...dictionary['passwords-common'],
  ...vietnamese_passwords,
])

/** Words that people build such passwords from, the longest first. */
export const common_words = (
  'xosokienthiet kienthiet vietlott password anhyeuem emyeuanh iloveyou vietnam matkhau quantri welcome ' +
  'saigon danang ketoan qwerty hanoi admin daily xoso veso pass abc'
)
  .split(' ')
  .toSorted((a, b) => b.length - a.length)
