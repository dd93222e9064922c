/** What a person typed to find orders by. */
import { isPhone, msisdn } from '#contract/fields.ts'

interface OrderKeyword {
  /** The whole number of an order. */
  order_id?: number
  /** Of the customer, as it is kept. */
  phone?: string
  /** The last digits of an order's number, on any day. */
  last_digits?: number
  /** Names of customers have no digits; codes of draws have some. */
  has_digits: boolean
  /** Long enough to be the end of a draw's number, so that not every other draw matches. */
  may_be_period: boolean
}

const least_of_period = 5

export function readOrderKeyword(keyword: string): OrderKeyword {
  const digits = keyword.replaceAll(/[\s.+-]/g, '')
  const has_digits = /\d/.test(keyword)
  const kind = { has_digits, may_be_period: has_digits && keyword.trim().length >= least_of_period }
  if (/^\d{15}$/.test(digits)) return { ...kind, order_id: Number(digits) }
  if (isPhone(digits)) return { ...kind, phone: msisdn(digits) }
  if (/^\d{1,9}$/.test(digits)) return { ...kind, last_digits: Number(digits) }
  return kind
}

/** A whole number names one order and a phone number one customer: both are found on any day. */
export function isOfAnyDay(keyword: string | null | undefined): boolean {
  if (!keyword) return false
  const { order_id, phone } = readOrderKeyword(keyword)
  return order_id !== undefined || phone !== undefined
}
