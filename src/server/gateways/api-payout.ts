/**
 * Payments over the plain HTTP API of docs/gateways.md, which the bank and the telecom speak alike: an order, what became of it, the fund, and
 * the list of a day.
 */
import * as z from 'zod/mini'
import { type BankApi, readAnswered, Refusal } from './bank-api.ts'
import { DayPage, max_page_bytes, readDay } from './day-list.ts'
import type { PayoutAnswer, PayoutGateway, PayoutOrder, Receiver } from './gateway.ts'
import { fault, readAs, refused, unanswered } from './http.ts'

const Transfer = z.object({
  requestId: z.string(),
  orderId: z.string(),
  amount: z.int(),
  status: z.enum(['paid', 'failed', 'pending']),
  transId: z.nullable(z.string()),
  code: z.string(),
  message: z.string(),
})
const Balance = z.object({ balance: z.int() })

const outcomes = { paid: 'paid', failed: 'failed', pending: 'unknown' } as const

interface PayoutApiOptions {
  /** The beginning of its addresses. */
  base: string
  /** The minimum and maximum of one payment, in đồng. */
  min_amount: number
  max_amount: number
  /** The receiver as it is sent; null for one that this gateway cannot pay. */
  receiverOf: (to: Receiver) => Record<string, string> | null
  /** Says whom it pays, to staff who chose another receiver. */
  wrong_receiver: string
}

export function apiPayout(
  call: BankApi,
  { base, min_amount, max_amount, receiverOf, wrong_receiver }: PayoutApiOptions,
): PayoutGateway {
  return {
    async pay(order) {
      const { order_id, request_id, amount, to, content } = order
      const receiver = receiverOf(to)
      if (!receiver) return refused('receiver', wrong_receiver)
      if (!(amount >= min_amount && amount <= max_amount)) return refused('amount', 'Số tiền ngoài giới hạn cho phép.')
      const body = JSON.stringify({ requestId: request_id, orderId: order_id, amount, content, to: receiver })
      return call({ operation: 'pay', method: 'POST', path: `${base}/transfers`, body }, (json, status) =>
        status === 200 ? answerOf(order, json) : refusalOf(json),
      ).catch((error) => unanswered(error, 'unsent'))
    },
    async query(order) {
      const path = `${base}/transfers/${encodeURIComponent(order.request_id)}`
      return call({ operation: 'query', method: 'GET', path }, (json, status) => {
        if (status === 404) return 'absent' as const
        return status === 200 ? answerOf(order, json) : refusalOf(json)
      }).catch((error) => unanswered(error, 'unknown'))
    },
    balance: () =>
      call(
        { operation: 'balance', method: 'GET', path: `${base}/balance` },
        (json, status) => readAnswered(Balance, json, status).balance,
      ),
    linesOf: (day) =>
      readDay((after) => {
        const path = `${base}/transfers?${new URLSearchParams({ day, after: after ?? '' })}`
        return call({ operation: 'list', method: 'GET', path, max_bytes: max_page_bytes }, (json, status) =>
          readAnswered(DayPage, json, status),
        )
      }),
  }
}

function answerOf(order: PayoutOrder, json: unknown): PayoutAnswer {
  const { requestId, orderId, amount, status, transId, code, message } = readAs(Transfer, json)
  const is_ours = requestId === order.request_id && orderId === order.order_id && amount === order.amount
  if (!is_ours) throw fault('mismatch')
  return { outcome: outcomes[status], code, message, trans_id: transId }
}

/** The request was refused, which says nothing about the payment. */
function refusalOf(json: unknown): PayoutAnswer {
  const { code, message } = readAs(Refusal, json)
  return { outcome: 'unknown', code, message, trans_id: null }
}
