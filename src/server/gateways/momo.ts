/** MoMo disbursement v2 as a gateway that pays. */
import { randomUUID } from 'node:crypto'
import { readDay } from './day-list.ts'
import { GatewayError, type PayoutAnswer, type PayoutGateway, type PayoutOrder, type Receiver } from './gateway.ts'
import { fault, type ClientPolicy, openCaller, refused, unanswered } from './http.ts'
import { momoResult, order_not_found } from './momo-results.ts'
import { type MomoAnswer, momoWire, type PayAnswer } from './momo-wire.ts'
import type { MomoSettings } from './settings.ts'

/** Whether a wallet can receive; unknown when MoMo did not say. */
export interface WalletCheck {
  outcome: 'receives' | 'refused' | 'unknown'
  code: string
  message: string
}

/** MoMo's notification of an order's result. The amount is theirs, to be compared with ours. */
export interface Notification {
  order_id: string
  request_id: string
  amount: number
  answer: PayoutAnswer
}

export interface MomoGateway extends PayoutGateway {
  /** Never throws. */
  verify(to: Extract<Receiver, { kind: 'wallet' }>): Promise<WalletCheck>
  /** Null for what is not from MoMo. */
  readIpn(body: unknown): Notification | null
}

/** The minimum and maximum of one payment, in đồng. */
const limits = {
  wallet: { min_amount: 1_000, max_amount: 200_000_000 },
  bank: { min_amount: 10_000, max_amount: 20_000_000 },
} as const
const too_long = 'Tên người nhận quá dài.'

/** `ipn_url` is where MoMo notifies us; a function, because the port may be known only after listening. */
export function momoGateway(
  { ipn_url, ...settings }: MomoSettings & { ipn_url: () => string },
  policy?: Partial<ClientPolicy>,
): MomoGateway {
  const wire = momoWire(settings, openCaller('momo', policy))
  const newKeys = () => ({ orderId: randomUUID(), requestId: randomUUID() })
  return {
    async pay(order) {
      const { order_id, request_id, amount, to, content } = order
      const { min_amount, max_amount } = limits[to.kind]
      if (!(amount >= min_amount && amount <= max_amount)) return refused('amount', momoResult(22).message)
      const disbursementMethod = wire.methodOf(to)
      if (!disbursementMethod) return refused('receiver', too_long)
      const requestType = to.kind === 'wallet' ? 'disburseToWallet' : 'disburseToBank'
      const info = { orderInfo: content, extraData: '' }
      const fields = { orderId: order_id, requestId: request_id, amount, requestType, disbursementMethod, ...info }
      return wire.post('pay', fields, { ipnUrl: ipn_url() }).then(
        (answer) => trustedAnswer(order, answer),
        (error) => unanswered(error, 'unsent'),
      )
    },
    async query(order) {
      return wire.post('query', { orderId: order.order_id, requestId: randomUUID() }).then(
        (answer) => (answer.resultCode === order_not_found ? 'absent' : trustedAnswer(order, answer)),
        (error) => unanswered(error, 'unknown'),
      )
    },
    async balance() {
      const { resultCode, balance } = await wire.post('balance', newKeys())
      if (resultCode === 0) return balance
      throw new GatewayError(String(resultCode), momoResult(resultCode).message)
    },
    async linesOf(day) {
      const lines = await readDay((after) => wire.page({ day, after: after ?? '', requestId: randomUUID() }))
      return lines.map((line) => ({ ...line, account: line.account.replace(/^0(?=\d{9}$)/, '84') }))
    },
    async verify(to) {
      const disbursementMethod = wire.methodOf(to)
      if (!disbursementMethod) return { outcome: 'refused', code: 'receiver', message: too_long }
      const fields = { ...newKeys(), requestType: 'checkWallet', disbursementMethod }
      return wire.post('verify', fields).then(checkOf, (error) => {
        const { code, message } = unanswered(error, 'unknown')
        return { outcome: 'unknown', code, message }
      })
    },
    readIpn(body) {
      const ipn = wire.readIpn(body)
      return ipn && { order_id: ipn.orderId, request_id: ipn.requestId, amount: ipn.amount, answer: answerOf(ipn) }
    },
  }
}

function answerOf({ resultCode, transId }: Pick<PayAnswer, 'resultCode' | 'transId'>): PayoutAnswer {
  const { outcome, message } = momoResult(resultCode)
  return { outcome, code: String(resultCode), message, trans_id: transId === null ? null : String(transId) }
}

/** An answer with another amount than ours is not trusted. */
function trustedAnswer(order: PayoutOrder, answer: PayAnswer): PayoutAnswer {
  return answer.amount === order.amount ? answerOf(answer) : unanswered(fault('mismatch'), 'unknown')
}

const checks = { paid: 'receives', failed: 'refused', unknown: 'unknown' } as const

function checkOf({ resultCode }: MomoAnswer): WalletCheck {
  const { outcome, message } = momoResult(resultCode)
  return { outcome: checks[outcome], code: String(resultCode), message }
}
