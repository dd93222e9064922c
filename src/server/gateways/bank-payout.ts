/** Payments to accounts at banks (NAPAS 247) over the bank API. */
import * as z from 'zod/mini'
import { bankApi } from './bank-api.ts'
import { DayPage, most_page_bytes, readDay } from './day-list.ts'
import { GatewayError, type PayoutAnswer, type PayoutGateway, type PayoutOrder } from './gateway.ts'
import { fault, type ClientPolicy, openCaller, readAs, refused, unanswered } from './http.ts'
import type { BankSettings } from './settings.ts'

const Transfer = z.object({
  requestId: z.string(),
  orderId: z.string(),
  amount: z.int(),
  status: z.enum(['paid', 'failed', 'pending']),
  transId: z.nullable(z.string()),
  code: z.string(),
  message: z.string(),
})
/** What is said when there is no transfer to tell of. */
const Refusal = z.object({ code: z.string(), message: z.string() })
const Balance = z.object({ balance: z.int() })

const outcomes = { paid: 'paid', failed: 'failed', pending: 'unknown' } as const

/** What one payment may be, in đồng. */
const [least, most] = [10_000, 499_999_999]

export function bankGateway(settings: BankSettings, manners?: Partial<ClientPolicy>): PayoutGateway {
  const call = bankApi(openCaller('bank', manners), settings)
  return {
    async pay(order) {
      const { order_id, request_id, amount, to, content } = order
      if (to.kind !== 'bank') return refused('receiver', 'Cổng ngân hàng chỉ chi về tài khoản ngân hàng.')
      if (!(amount >= least && amount <= most)) return refused('amount', 'Số tiền ngoài giới hạn cho phép.')
      const receiver = { bin: to.bin, accountNumber: to.account_number, accountName: to.account_name }
      const body = JSON.stringify({ requestId: request_id, orderId: order_id, amount, content, to: receiver })
      return call({ operation: 'pay', method: 'POST', path: '/bank/v1/transfers', body }, (json, status) =>
        status === 200 ? answerOf(order, json) : refusalOf(json),
      ).catch((error) => unanswered(error, 'unsent'))
    },
    async ask(order) {
      const path = `/bank/v1/transfers/${encodeURIComponent(order.request_id)}`
      return call({ operation: 'ask', method: 'GET', path }, (json, status) => {
        if (status === 404) return 'absent' as const
        return status === 200 ? answerOf(order, json) : refusalOf(json)
      }).catch((error) => unanswered(error, 'unknown'))
    },
    balance: () =>
      call({ operation: 'balance', method: 'GET', path: '/bank/v1/balance' }, (json, status) => {
        if (status === 200) return readAs(Balance, json).balance
        const { code, message } = readAs(Refusal, json)
        throw new GatewayError(code, message)
      }),
    linesOf: (day) =>
      readDay((after) => {
        const path = `/bank/v1/transfers?${new URLSearchParams({ day, after: after ?? '' })}`
        return call({ operation: 'list', method: 'GET', path, most_bytes: most_page_bytes }, (json) =>
          readAs(DayPage, json),
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

/** The request was not taken: nothing is known of a payment by it. */
function refusalOf(json: unknown): PayoutAnswer {
  const { code, message } = readAs(Refusal, json)
  return { outcome: 'unknown', code, message, trans_id: null }
}
