/**
 * The kinds of value: what a field accepts, what it is called on screen, and how it looks.
 * Labels live here and nowhere else: table head, form label, Excel head and API page all read them.
 */
import * as z from 'zod/mini'
import { messages } from './messages.ts'
import { field, infoOf, type Tone } from './schema.ts'

// PostgreSQL cannot store NUL, and no name or note needs control characters; a note may have lines and tabs.
// eslint-disable-next-line no-control-regex
const oneLine = /^[^\u0000-\u001f\u007f]*$/
// eslint-disable-next-line no-control-regex
const manyLines = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/
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
        z.regex(oneLine, messages.invalid),
      ),
    { kind: 'text', label, max },
  )
}

const looks_plain = /^[\p{Script=Latin}\p{M}\p{Nd}\p{P}\p{S} ]*$/u

/** A name that people trust by its look: Latin letters, digits and signs, so that no letter of another alphabet and nothing unseen imitates another. */
export function plainName(label: string, max: number) {
  return text(label, max).check(z.regex(looks_plain, 'Chỉ dùng chữ cái Việt, chữ số và dấu câu'))
}

const lines = (max: number) =>
  z
    .string()
    .check(
      wellFormed,
      z.trim(),
      z.normalize('NFC'),
      z.minLength(1),
      z.maxLength(max),
      z.regex(manyLines, messages.invalid),
    )

/**
 * Text of several lines, 1 to `max` characters.
 * @public
 */
export function note(label: string, max: number) {
  return field(lines(max), { kind: 'note', label, max })
}

/**
 * Text with sizes, colours, lists, tables, links and pictures, as HTML of at most `max` characters. The server cleans it before any handler sees it.
 * Its pictures are uploaded to the `folder`; without one it has none.
 * @public
 */
export function richText(label: string, max: number, folder?: string) {
  return field(lines(max), { kind: 'rich', label, max, ...(folder !== undefined && { folder }) })
}

/** A number that another system gave: the same one however it is written, in wide letters, in lower case, or with characters that nobody sees. */
export function reference(label: string, max: number) {
  const plain = (typed: string) =>
    typed
      .normalize('NFKC')
      .replaceAll(/[\p{C}\p{Z}]/gu, '')
      .toUpperCase()
  return field(z.string().check(z.overwrite(plain), z.minLength(1), z.maxLength(max)), { kind: 'text', label, max })
}

/** A name that a program reads: word characters only and no space, kept in lower case. */
export function word(label: string, max: number, message: string = messages.invalid) {
  return field(z.string().check(z.toLowerCase(), z.minLength(1), z.maxLength(max), z.regex(/^[a-z0-9_.]*$/, message)), {
    kind: 'text',
    label,
    max,
  })
}

/** The key of a row. */
export function id(label = 'Mã') {
  return field(z.int().check(z.positive(messages.invalid), z.maximum(2_147_483_647, messages.invalid)), {
    kind: 'id',
    label,
  })
}

/** The number of an order, which begins with its day: '261122000000042'. */
export function orderId(label = 'Mã đơn') {
  return field(z.int().check(z.positive(messages.invalid), z.maximum(991_231_999_999_999, messages.invalid)), {
    kind: 'id',
    label,
  })
}

/**
 * The version of the record that the writer saw: who has written meanwhile is not written over. Left out, the write is meant as the last
 * word, and the log shows that it came without one.
 */
export function seenVersion() {
  return optional(id('Phiên bản'))
}

/** A share of at most all, in basis points: 650 is 6,5 %, which is how people read and type it. */
export function rate(label: string) {
  return field(z.int().check(z.nonnegative(), z.maximum(10_000)), { kind: 'rate', label })
}

/** A number of things: a whole number from 0. */
export function count(label: string, max = 2_147_483_647) {
  return field(z.int().check(z.nonnegative(), z.maximum(max)), { kind: 'count', label, max })
}

/**
 * An amount in đồng: a safe whole number, never negative.
 * @public
 */
export function money(label: string) {
  return field(z.int().check(z.nonnegative()), { kind: 'money', label })
}

/** An amount that somebody gives: far below what sums of them can hold. */
export function payable(label: string) {
  return money(label).check(z.maximum(10 ** 12))
}

/** What lies in an account that may owe, in đồng: below zero it has a sign. */
export function balance(label: string) {
  return field(z.int(), { kind: 'money', label })
}

/** What an amount in đồng became more or less by: a safe whole number with its sign. */
export function moneyChange(label: string) {
  return field(z.int(), { kind: 'change', label })
}

/** A part of a whole, or what became more or less, in thousandths: shown in percent. */
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
 * The number of a bank account: spaces and dots of its groups are left out, letters are capitals.
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

/** A Vietnamese mobile number; accepted as 0…, 84… or +84…, with the spaces, dots and dashes of its groups; kept as 84xxxxxxxxx. */
export function phone(label: string) {
  const digits = z.overwrite((typed: string) => typed.replaceAll(/[\s.-]/g, '').replace(/^\+84/, '84'))
  const typed = field(z.string().check(digits, z.regex(mobile, messages.phone)), {
    kind: 'phone',
    label,
    error: 'phone_invalid',
  })
  return z.pipe(typed, z.transform(msisdn))
}

/** What stands in place of the number of a person whose data was erased: no phone has it, and nobody can type it. */
export const erasedNumber = (erasure_id: number) => `840${String(erasure_id).padStart(8, '0')}`

/** A customer's number as an answer has it: of one whose data was erased, what stands in its place. */
export function customerPhone(label: string) {
  return field(z.string().check(z.regex(/^84[035789]\d{8}$/)), { kind: 'phone', label })
}

/** The address of a picture that was uploaded here. */
export const imagePattern = /^\/files\/[a-z0-9_-]+\/[a-z0-9_-]+\.webp$/

/** A picture that was uploaded here: its address on this server, never a foreign one. A form uploads it to the `folder`. */
export function image(label: string, folder?: string) {
  return field(z.string().check(z.maxLength(300), z.regex(imagePattern, 'Vui lòng tải ảnh lên')), {
    kind: 'image',
    label,
    ...(folder !== undefined && { folder }),
  })
}

// '//host' would be another site's address.
export const linkPattern = /^(https:\/\/[^\s"'<>\\^`{|}]*|\/([^\s"'<>\\^`{|}/][^\s"'<>\\^`{|}]*)?)$/

/** Where a tap leads: a web address, or a place in the sales app. Nothing that a browser would run. */
export function link(label: string) {
  return field(z.string().check(z.trim(), z.maxLength(500), z.regex(linkPattern, messages.link)), {
    kind: 'link',
    label,
    max: 500,
  })
}

/**
 * A place on the map as it is copied from one, '10.762622,106.660172': latitude and longitude within Viet Nam with its islands.
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

/**
 * A password being chosen; its length is that of its composed form, however it was typed. It is never logged, audited, kept in a draft
 * or stored with an answer.
 */
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

/** A password being checked against the one that is stored: any text that is not empty. */
export function password(label: string) {
  return field(z.string().check(z.normalize('NFC'), z.minLength(1), z.maxLength(128)), { kind: 'password', label })
}

/** Text that only the person who asked may see, in the answer to that one call. */
export function secret(label: string) {
  return field(z.string(), { kind: 'secret', label })
}

/** The number of a card or a code that is money to whoever reads it: taken, but never logged, kept in a draft or shown in a list. */
export function secretText(label: string, max: number) {
  return field(z.string().check(z.trim(), z.minLength(1), z.maxLength(max), wellFormed), { kind: 'secret', label, max })
}

export function flag(label: string) {
  return field(z.boolean(), { kind: 'flag', label })
}

/** A state that a thing is in, shown as a badge: `status('Trạng thái', [[1, 'Hoạt động', 'green'], …])`. */
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

/** Several values of one kind; of fixed ones it has their options. */
export function list<S extends z.ZodMiniType>(label: string, element: S, max = 1000) {
  const options = infoOf(element)?.options
  return field(z.array(element).check(z.maxLength(max)), { kind: 'list', label, max, ...(options && { options }) })
}

/** A field that may be left out or empty. */
export function optional<S extends z.ZodMiniType>(schema: S) {
  return z.optional(z.nullable(schema))
}

/** The fields of a change: each may be left out, and stays as it is then. */
export function partial<S extends Record<string, z.ZodMiniType>>(fields: S) {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, z.optional(schema)])) as {
    [K in keyof S]: z.ZodMiniOptional<S[K]>
  }
}

export function isDay(value: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  if (!parts) return false
  const [year, month, date] = parts.slice(1).map(Number) as [number, number, number]
  return (
    year >= 1900 && month >= 1 && month <= 12 && date >= 1 && date <= new Date(Date.UTC(year, month, 0)).getUTCDate()
  )
}

const clock = /^T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

function isMoment(value: string): boolean {
  return isDay(value.slice(0, 10)) && clock.test(value.slice(10))
}

/** Whether these digits are a number that `phone` accepts. */
export function isPhone(digits: string): boolean {
  return mobile.test(digits)
}

/** 0912345678 → 84912345678: the one form in which numbers are kept. */
export function msisdn(typed: string): string {
  return typed.startsWith('0') ? `84${typed.slice(1)}` : typed
}
