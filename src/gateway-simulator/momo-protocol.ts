/** MoMo's signed messages, implemented independently of the client's code. */
import { constants, createHmac, privateDecrypt } from 'node:crypto'
import type { Order } from './journal.ts'
import type { SimulatorRequest, Reply } from './http-server.ts'
import type { SimulatorState } from './state.ts'

const messages: Readonly<Record<string, string>> = {
  '0': 'Thành công.',
  '13': 'Xác thực doanh nghiệp thất bại.',
  '20': 'Yêu cầu sai định dạng.',
  '22': 'Số tiền giao dịch không hợp lệ.',
  '40': 'RequestId bị trùng.',
  '41': 'OrderId bị trùng.',
  '42': 'OrderId không hợp lệ hoặc không được tìm thấy.',
  '1100': 'Số dư quỹ không đủ.',
  '7000': 'Giao dịch đang được xử lý.',
  '7002': 'Giao dịch đang được xử lý bởi nhà cung cấp.',
}
const messageOf = (code: string) => messages[code] ?? 'Giao dịch thất bại.'

export type Body = Record<string, string | number | undefined>

/** The JSON of the request's body; throws where it is none, which the server answers with 400. */
export const readBody = ({ body }: SimulatorRequest) => JSON.parse(body) as Body
/** HMAC-SHA256 in hexadecimal, as MoMo signs its messages. */
export const hmacOf = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex')
/** MoMo's `resultCode` of the order; 7002 while it is pending. */
export const resultCodeOf = (order: Order) => (order.status === 'pending' ? '7002' : order.due.code)

/**
 * Checks signatures of requests and builds signed responses; what each signature covers, and in which order, is from
 * MoMo's documentation.
 */
export function momoProtocol({ journal, keys, now }: SimulatorState) {
  const { access_key: access, secret_key: secret, partner_code: partner } = keys
  const keyFor = ({ fault }: SimulatorRequest) => (fault === 'forged' ? `not-${secret}` : secret)

  function reply(request: SimulatorRequest, code: string, fields: Body, textOf: (all: Body) => string): Reply {
    const { orderId, requestId } = readBody(request)
    const head = { partnerCode: partner, orderId, requestId, responseTime: now(), resultCode: Number(code) }
    const all: Body = { ...head, message: messageOf(code), ...fields }
    const status = code === '7000' ? 422 : code === '13' || code === '20' || code === '22' ? 400 : 200
    return { status, body: { ...all, signature: hmacOf(keyFor(request), textOf(all)) } }
  }

  return {
    isFromPartner: (body: Body, text: string) =>
      body['partnerCode'] === partner && hmacOf(secret, text) === body['signature'],

    plain: (request: SimulatorRequest, code: string) =>
      reply(
        request,
        code,
        {},
        (b) =>
          `accessKey=${access}&message=${b['message']}&orderId=${b['orderId']}&partnerCode=${partner}&requestId=${b['requestId']}&responseTime=${b['responseTime']}&resultCode=${b['resultCode']}`,
      ),

    balance: (request: SimulatorRequest, code: string) =>
      reply(
        request,
        code,
        { balance: code === '0' ? journal.balance('momo') : 0 },
        (b) =>
          `accessKey=${access}&balance=${b['balance']}&message=${b['message']}&orderId=${b['orderId']}&partnerCode=${partner}&requestId=${b['requestId']}&responseTime=${b['responseTime']}&resultCode=${b['resultCode']}`,
      ),

    /** The response for a payment, including content faults. */
    payment(request: SimulatorRequest, code: string, order: Order | null): Reply {
      const result_code = request.fault === 'contradiction' && code === '0' ? '1001' : code
      const true_amount = order?.amount ?? Number(readBody(request)['amount'] ?? 0)
      const amount = true_amount + (request.fault === 'wrong_amount' ? 1_000 : 0)
      return reply(
        request,
        result_code,
        { amount, transId: Number(order?.trans_id ?? 0), balance: journal.balance('momo') },
        (b) =>
          `accessKey=${access}&amount=${b['amount']}&message=${b['message']}&orderId=${b['orderId']}&partnerCode=${partner}&requestId=${b['requestId']}&responseTime=${b['responseTime']}&resultCode=${b['resultCode']}&transId=${b['transId']}`,
      )
    },

    page: (request: SimulatorRequest, status: number, body: unknown): Reply => ({
      status,
      body,
      sign: (text) => hmacOf(keyFor(request), `${status}\n${request.query.get('signature')}\n${text}`),
    }),
  }
}

/** The notification of a settled order. */
export function momoIpn(
  { keys, now }: SimulatorState,
  order: Order,
  falsification: 'forged' | 'wrong_amount' | 'contradiction' | null,
): Body {
  const code = falsification === 'contradiction' && order.status === 'paid' ? '1001' : order.due.code
  const body: Body = {
    partnerCode: keys.partner_code,
    orderId: order.order_id,
    requestId: order.request_id,
    amount: order.amount + (falsification === 'wrong_amount' ? 1_000 : 0),
    orderInfo: order.content,
    orderType: 'momo_wallet',
    transId: Number(order.trans_id),
    resultCode: Number(code),
    message: messageOf(code),
    payType: '',
    responseTime: now(),
    extraData: '',
  }
  const text = `accessKey=${keys.access_key}&amount=${body['amount']}&extraData=&message=${body['message']}&orderId=${body['orderId']}&orderInfo=${body['orderInfo']}&orderType=momo_wallet&partnerCode=${body['partnerCode']}&payType=&requestId=${body['requestId']}&responseTime=${body['responseTime']}&resultCode=${body['resultCode']}&transId=${body['transId']}`
  return { ...body, signature: hmacOf(falsification === 'forged' ? `not-${keys.secret_key}` : keys.secret_key, text) }
}

/** The wallet or account in the encrypted block; null when it cannot be decrypted or has none. */
export function accountOf(block: string, private_key: string): string | null {
  try {
    const bytes = Buffer.from(block, 'base64')
    const decrypted = privateDecrypt({ key: private_key, padding: constants.RSA_PKCS1_PADDING }, bytes)
    const { walletId, bankAccountNo, bankCode } = JSON.parse(decrypted.toString('utf8')) as Record<string, string>
    if (bankAccountNo) return bankCode ? `${bankCode}/${bankAccountNo}` : null
    return /^0\d{9}$/.test(walletId ?? '') ? walletId! : null
  } catch {
    return null
  }
}
