/**
 * Builders for fields of a contract: validation, label and kind. Labels are written only at the field: table heads, forms, Excel files and the API
 * documentation all read them.
 */
import * as z from 'zod/mini'
import { messages } from './messages.ts'
import { field, infoOf, type Tone } from './schema.ts'

// PostgreSQL cannot store NUL, and no name or note needs control characters; a note may have lines and tabs.
// eslint-disable-next-line no-control-regex
const one_line = /^[^\u0000-\u001f\u007f]*$/
// eslint-disable-next-line no-control-regex
const many_lines = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/
// A lone surrogate is not text: it cannot be encoded as UTF-8, so what is stored would differ from what was sent.
const wellFormed = z.refine<string>((value: string) => value.isWellFormed(), messages.invalid)

/** One line of text, 1 to `max` characters, trimmed and in NFC. */
export function text(label: string, max: number, min = 1) {
  return field(
    z
      .string()
      .check(
        wellFormed,
        z.trim(),
        z.normalize('NFC'),
        z.minLength(min),
        z.maxLength(max),
        z.regex(one_line, messages.invalid),
      ),
    { kind: 'text', label, max },
  )
}

const plain_characters = /^[\p{Script=Latin}\p{M}\p{Nd}\p{P}\p{S} ]*$/u

/**
 * A name that people recognise by its look: only Latin letters, digits and punctuation, so that no look-alike or invisible character imitates
 * another name.
 */
export function plainName(label: string, max: number) {
  return text(label, max).check(z.regex(plain_characters, 'Chỉ dùng chữ cái Việt, chữ số và dấu câu'))
}

const multiline = (max: number) =>
  z
    .string()
    .check(
      wellFormed,
      z.trim(),
      z.normalize('NFC'),
      z.minLength(1),
      z.maxLength(max),
      z.regex(many_lines, messages.invalid),
    )

/**
 * Text of several lines, 1 to `max` characters.
 * @public
 */
export function note(label: string, max: number) {
  return field(multiline(max), { kind: 'note', label, max })
}

/**
 * Rich text as HTML of at most `max` characters. The server sanitizes it before a handler gets it. Pictures are uploaded to the `folder`; without one
 * the text has no pictures.
 * @public
 */
export function richText(label: string, max: number, folder?: string) {
  return field(multiline(max), { kind: 'rich', label, max, ...(folder !== undefined && { folder }) })
}

/** A reference of another system, normalized: full-width and lower-case letters are converted, spaces and invisible characters removed. */
export function reference(label: string, max: number) {
  const plain = (typed: string) =>
    typed
      .normalize('NFKC')
      .replaceAll(/[\p{C}\p{Z}]/gu, '')
      .toUpperCase()
  return field(z.string().check(z.overwrite(plain), z.minLength(1), z.maxLength(max)), { kind: 'text', label, max })
}

/** An identifier such as a user name: word characters without spaces, in lower case. */
export function word(label: string, max: number, message: string = messages.invalid) {
  return field(z.string().check(z.toLowerCase(), z.minLength(1), z.maxLength(max), z.regex(/^[a-z0-9_.]*$/, message)), {
    kind: 'text',
    label,
    max,
  })
}

/** PostgreSQL's largest integer. */
const max_integer = 2_147_483_647

/** The key of a row. */
export function id(label = 'Mã') {
  return field(z.int().check(z.positive(messages.invalid), z.maximum(max_integer, messages.invalid)), {
    kind: 'id',
    label,
  })
}

/** 99/12/31 with the largest running number. */
const max_order_id = 991_231_999_999_999

/** The key of an order, which starts with its day (yymmdd): 261122000000042. */
export function orderId(label = 'Mã đơn') {
  return field(z.int().check(z.positive(messages.invalid), z.maximum(max_order_id, messages.invalid)), {
    kind: 'id',
    label,
  })
}

/**
 * The version of the record that the person saw, for optimistic locking. Without it the write overwrites any change, and the audit log shows that the
 * version was missing.
 */
export function seenVersion() {
  return optional(id('Phiên bản'))
}

/** 100 % in basis points. */
const basis_points = 10_000

/** A share of at most 100 %, in basis points: 650 is shown and typed as 6,5 %. */
export function rate(label: string) {
  return field(z.int().check(z.nonnegative(), z.maximum(basis_points)), { kind: 'rate', label })
}

/** A number of things: a whole number from 0 on. */
export function count(label: string, max = max_integer) {
  return field(z.int().check(z.nonnegative(), z.maximum(max)), { kind: 'count', label, max })
}

/**
 * An amount in đồng: a safe whole number, never negative.
 * @public
 */
export function money(label: string) {
  return field(z.int().check(z.nonnegative()), { kind: 'money', label })
}

/** An amount that a person enters; limited, so that sums stay far below the limit of safe numbers. */
export function payable(label: string) {
  return money(label).check(z.maximum(10 ** 12))
}

/** The balance of an account in đồng; it may be negative. */
export function balance(label: string) {
  return field(z.int(), { kind: 'money', label })
}

/** A change of an amount in đồng, shown with its sign. */
export function moneyChange(label: string) {
  return field(z.int(), { kind: 'change', label })
}

/** A share or a relative change in thousandths, shown in percent. */
export function permille(label: string) {
  return field(z.int(), { kind: 'permille', label })
}

/** A calendar day in Viet Nam, 'YYYY-MM-DD'. */
export function day(label: string) {
  return field(z.string().check(z.refine(isDay, messages.day)), { kind: 'day', label })
}

/** A point in time as ISO 8601 with its offset, as the server sends it. */
export function moment(label: string) {
  return field(z.string().check(z.refine(isMoment)), { kind: 'moment', label })
}

/**
 * A time of day in Viet Nam, 'HH:mm' from 00:00 to 23:59.
 * @public
 */
export function timeOfDay(label: string) {
  return field(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, messages.time)), { kind: 'time', label })
}

/**
 * A bank account number: spaces, dots and dashes are removed, letters are converted to capitals.
 * @public
 */
export function accountNumber(label: string) {
  return field(
    z.string().check(
      z.overwrite((typed) => typed.replaceAll(/[\s.-]/g, '')),
      z.toUpperCase(),
      z.regex(/^[A-Z0-9]{6,19}$/, messages.account),
    ),
    { kind: 'text', label, max: 19, sensitive: true },
  )
}

const mobile = /^(0|84)[35789]\d{8}$/

/** A Vietnamese mobile number; accepted as 0…, 84… or +84… with spaces, dots, dashes and full-width digits; stored as 84xxxxxxxxx. */
export function phone(label: string) {
  const digits = z.overwrite((typed: string) =>
    typed
      .normalize('NFKC')
      .replaceAll(/[\s.-]/g, '')
      .replace(/^\+84/, '84'),
  )
  const typedPhone = field(z.string().check(digits, z.regex(mobile, messages.phone)), {
    kind: 'phone',
    label,
    error: 'phone_invalid',
  })
  return z.pipe(typedPhone, z.transform(msisdn))
}

/** The placeholder for the number of a person whose data was erased: no valid number, and rejected by `phone`. */
export const erasedNumber = (erasure_id: number) => `840${String(erasure_id).padStart(8, '0')}`

/** A customer's phone number in an answer; it may be the placeholder of an erased one. */
export function customerPhone(label: string) {
  return field(z.string().check(z.regex(/^84[035789]\d{8}$/)), { kind: 'phone', label })
}

/** Addresses of uploaded pictures. */
export const image_pattern = /^\/files\/[a-z0-9_-]+\/[a-z0-9_-]+\.webp$/

/** An uploaded picture, by its address on this server. Forms upload it to the `folder`. */
export function image(label: string, folder?: string) {
  return field(z.string().check(z.maxLength(300), z.regex(image_pattern, 'Vui lòng tải ảnh lên')), {
    kind: 'image',
    label,
    ...(folder !== undefined && { folder }),
  })
}

// '//host' would be another site's address.
export const link_pattern = /^(https:\/\/[^\s"'<>\\^`{|}]*|\/([^\s"'<>\\^`{|}/][^\s"'<>\\^`{|}]*)?)$/

/** A link to an https address or a path of the sales app; never a scheme that a browser executes. */
export function link(label: string) {
  return field(z.string().check(z.trim(), z.maxLength(500), z.regex(link_pattern, messages.link)), {
    kind: 'link',
    label,
    max: 500,
  })
}

/**
 * Coordinates as copied from a map, '10.762622,106.660172': latitude and longitude within Viet Nam and its islands.
 * @public
 */
export function place(label: string) {
  const typed = z
    .string()
    .check(
      z.trim(),
      z.maxLength(40),
      z.regex(/^(8|9|1\d|2[0-3])(\.\d{1,20})? *, *1(0[2-9]|1[0-7])(\.\d{1,20})?$/, messages.place),
    )
  return field(
    z.pipe(
      typed,
      z.transform((degrees) => degrees.replaceAll(' ', '')),
    ),
    { kind: 'place', label, max: 40 },
  )
}

/** An e-mail address in lower case. */
export function email(label: string) {
  return field(
    z
      .string()
      .check(
        z.trim(),
        z.toLowerCase(),
        z.maxLength(254),
        z.regex(/^[a-z0-9._%+-]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/, messages.mail),
      ),
    { kind: 'email', label, error: 'mail_invalid' },
  )
}

/** A new password; its length is counted in NFC. It is never logged, audited, stored in a draft or with an answer. */
export function newPassword(label: string) {
  return field(
    z.string().check(
      z.refine((value) => value !== '', { error: messages.required, abort: true }),
      z.normalize('NFC'),
      z.minLength(8, messages.tooShort(8)),
      z.maxLength(128),
      wellFormed,
    ),
    { kind: 'password', label },
  )
}

/** A password to be verified: any text that is not empty. */
export function password(label: string) {
  return field(z.string().check(z.normalize('NFC'), z.minLength(1), z.maxLength(128)), { kind: 'password', label })
}

/** A secret in an answer, for the person who made the call only. */
export function secret(label: string) {
  return field(z.string(), { kind: 'secret', label })
}

/** A secret in an input, such as a prepaid card's number: never logged, stored in a draft or shown in a list. */
export function secretText(label: string, max: number) {
  return field(z.string().check(z.trim(), z.minLength(1), z.maxLength(max), wellFormed), { kind: 'secret', label, max })
}

/** A yes or no, shown as a checkbox or as “Có” and “Không”. */
export function flag(label: string) {
  return field(z.boolean(), { kind: 'flag', label })
}

/** A status, shown as a badge: `status('Trạng thái', [[1, 'Hoạt động', 'green'], …])`. */
export function status<const V extends number>(label: string, options: readonly (readonly [V, string, Tone])[]) {
  return field(z.literal(options.map(([value]) => value)), {
    kind: 'status',
    label,
    options: options.map(([value, name, tone]) => ({ value, label: name, tone })),
  })
}

/** One of a few fixed values, shown as plain text. */
export function choice<const V extends number | string>(label: string, options: readonly (readonly [V, string])[]) {
  return field(z.literal(options.map(([value]) => value)), {
    kind: 'choice',
    label,
    options: options.map(([value, name]) => ({ value, label: name })),
  })
}

/** Chưa kích hoạt / Kích hoạt: 0 and 1. */
export function activation(label = 'Trạng thái') {
  return status(label, [
    [1, 'Kích hoạt', 'green'],
    [0, 'Chưa kích hoạt', 'neutral'],
  ])
}

/** Tắt / Bật, of what works for itself as long as it is on: 0 and 1. */
export function onOff(label = 'Trạng thái') {
  return status(label, [
    [1, 'Bật', 'green'],
    [0, 'Tắt', 'neutral'],
  ])
}

/** A list of values; it has the options of its elements. */
export function list<S extends z.ZodMiniType>(label: string, element: S, max = 1000) {
  const options = infoOf(element)?.options
  return field(z.array(element).check(z.maxLength(max)), { kind: 'list', label, max, ...(options && { options }) })
}

/** A field that may be missing or null. */
export function optional<S extends z.ZodMiniType>(schema: S) {
  return z.optional(z.nullable(schema))
}

/** The fields of a change: each may be missing, and is not changed then. */
export function partial<S extends Record<string, z.ZodMiniType>>(fields: S) {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, z.optional(schema)])) as {
    [K in keyof S]: z.ZodMiniOptional<S[K]>
  }
}

/** Whether the text is a day of the calendar from 1900 on, such as '2026-10-01'. */
export function isDay(value: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  if (!parts) return false
  const [year, month, date] = parts.slice(1).map(Number) as [number, number, number]
  return (
    year >= 1900 && month >= 1 && month <= 12 && date >= 1 && date <= new Date(Date.UTC(year, month, 0)).getUTCDate()
  )
}

const clock = /^T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

const first_moment = Date.UTC(1900, 0, 1)
const last_moment = Date.UTC(9999, 11, 31)

/** Also that its day can be written in Viet Nam, where the last hours of the year 9999 are in one of five digits. */
function isMoment(value: string): boolean {
  if (!isDay(value.slice(0, 10)) || !clock.test(value.slice(10))) return false
  const timestamp = Date.parse(value)
  return timestamp >= first_moment && timestamp < last_moment
}

/** Whether these digits are a number that `phone` accepts. */
export function isPhone(digits: string): boolean {
  return mobile.test(digits)
}

/** 0912345678 → 84912345678, as numbers are stored. */
export function msisdn(typed: string): string {
  return typed.startsWith('0') ? `84${typed.slice(1)}` : typed
}
