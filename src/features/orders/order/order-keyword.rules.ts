/** What a person typed to find orders by. */
import { isPhone, msisdn } from '#contract/fields.ts'

interface OrderKeyword {
  /** The whole number of an order. */
  order_id?: number
  /** Of the customer, as it is kept. */
  phone?: string
  /** The last digits of an order's number, on any day. */
  last_digits?: number
}

export function readOrderKeyword(keyword: string): OrderKeyword {
  const digits = keyword.replaceAll(/[\s.+-]/g, '')
  if (/^\d{15}$/.test(digits)) return { order_id: Number(digits) }
  if (isPhone(digits)) return { phone: msisdn(digits) }
  if (/^\d{1,9}$/.test(digits)) return { last_digits: Number(digits) }
  return {}
}

/** A whole number names one order and a phone number one customer: both are found on any day. */
export function isOfAnyDay(keyword: string | null | undefined): boolean {
  if (!keyword) return false
  const { order_id, phone } = readOrderKeyword(keyword)
  return order_id !== undefined || phone !== undefined
}
