/** Interprets a keyword that was typed to find orders. */
import { isPhone, msisdn } from '#contract/fields.ts'

interface OrderKeyword {
  /** A complete order number. */
  order_id?: number
  /** A complete phone number, as it is stored. */
  phone?: string
  /** The last digits of an order number, of any day. */
  last_digits?: number
  /** It contains a digit: names of customers have none, codes of draws have some. */
  has_digits: boolean
  /** Long enough for the end of a draw's code: fewer digits would match every other draw. */
  may_be_period: boolean
}

const min_period_length = 5

/**
 * An order number has 15 digits; spaces, dots, dashes and a plus between digits are left out. At most one of number,
 * phone and last digits is there.
 */
export function readOrderKeyword(keyword: string): OrderKeyword {
  const digits = keyword.replaceAll(/[\s.+-]/g, '')
  const has_digits = /\d/.test(keyword)
  const kind = { has_digits, may_be_period: has_digits && keyword.trim().length >= min_period_length }
  if (/^\d{15}$/.test(digits)) return { ...kind, order_id: Number(digits) }
  if (isPhone(digits)) return { ...kind, phone: msisdn(digits) }
  if (/^\d{1,9}$/.test(digits)) return { ...kind, last_digits: Number(digits) }
  return kind
}

/** A complete order number names one order and a phone number one customer, so they are searched on all days. */
export function searchesAllDays(keyword: string | null | undefined): boolean {
  if (!keyword) return false
  const { order_id, phone } = readOrderKeyword(keyword)
  return order_id !== undefined || phone !== undefined
}
