/** Passwords: hashed with argon2id off the event loop, a few at a time; common ones are refused. */
import { randomInt } from 'node:crypto'
import { hash, hashRaw, verify } from '@node-rs/argon2'
import { fold } from '#contract/fold.ts'
import { concurrencyLimiter } from '#server/http/concurrency.ts'
import { common_passwords, common_words } from './common-passwords.ts'

// 2 is argon2id in the library's enumeration.
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// The thread pool also serves file access and DNS, so only two threads hash; requests beyond fifty waiting are refused.
const limitHashing = concurrencyLimiter(2, 50)

/** The password as a PHC string with a new random salt. */
export function hashPassword(password: string): Promise<string> {
  return limitHashing(() => hash(password.normalize('NFC'), cost))
}

// The hash of a random password, so that an unknown user name costs the same time as a wrong password.
const nobody = await hash(String(randomInt(2 ** 40)), cost)

/** Whether the password matches the stored hash; for an unknown name (null) it takes as long and gives false. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const matches = await limitHashing(() => verify(stored ?? nobody, password.normalize('NFC')))
  return matches && stored !== null
}

/**
 * The argon2id key of the password, which proves it to the database. `salted` is the account's stored hash without its key: it has the salt and the
 * cost. For an unknown name (null) it takes as long.
 */
export function passwordKey(salted: string | null, password: string): Promise<Buffer> {
  const [, , , costs = '', salt = ''] = (salted || nobody).split('$')
  const [memoryCost, timeCost, parallelism] = [...costs.matchAll(/\d+/g)].map(Number)
  const options = { ...cost, memoryCost, timeCost, parallelism, salt: Buffer.from(salt, 'base64') } as typeof cost
  return limitHashing(() => hashRaw(password.normalize('NFC'), options))
}

/** Why a password may not be chosen, as a Vietnamese sentence for its field; null when it may. */
export function whyWeakPassword(password: string, user_name: string): string | null {
  const plain = fold(password)
  if (common_passwords.has(plain) || isCommonWithTrimmings(plain))
    return 'Mật khẩu này quá phổ biến, vui lòng chọn mật khẩu khác'
  if (new Set(plain).size < 4) return 'Mật khẩu phải có ít nhất 4 ký tự khác nhau'
  if (user_name.length >= 4 && plain.includes(fold(user_name))) return 'Mật khẩu không được chứa tên đăng nhập'
  return null
}

const swapped: Record<string, string> = { '@': 'a', 4: 'a', 3: 'e', 1: 'i', '!': 'i', 0: 'o', $: 's', 5: 's', 7: 't' }
const min_own_letters = 4

/** Matches common words with digits and signs around them or in place of letters: 'Veso@2026', 'P@ssw0rd1', a phone number. */
function isCommonWithTrimmings(plain: string): boolean {
  const lettersOf = (text: string) => text.replaceAll(/[^a-z]/g, '')
  const variants = [lettersOf(plain), lettersOf(plain.replaceAll(/[@$!\d]/g, (sign) => swapped[sign] ?? ''))]
  return variants.some((letters) => {
    const other_letters = common_words.reduce((left, word) => left.replaceAll(word, ''), letters)
    return (
      other_letters.length < min_own_letters &&
      !/[^\x20-\x7e]/.test(plain) &&
      (other_letters.length === 0 || other_letters !== letters)
    )
  })
}

// The alphabet leaves out characters that are easily confused when read aloud or copied by hand.
const unambiguous = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** A one-time password of about 90 bits, in groups that can be read aloud: 'k7Fm-Xw2P-…'. */
export function oneTimePassword(): string {
  const letters = Array.from({ length: 16 }, () => unambiguous[randomInt(unambiguous.length)])
  return [0, 4, 8, 12].map((start) => letters.slice(start, start + 4).join('')).join('-')
}
