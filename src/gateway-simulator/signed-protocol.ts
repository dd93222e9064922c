/** Signed messages of the bank and the telecom; requests without a valid signature are refused. */
import { createHmac } from 'node:crypto'
import type { Order } from './journal.ts'
import type { SimulatorRequest, Reply } from './http-server.ts'

export const messages: Readonly<Record<string, string>> = {
  '00': 'Thành công.',
  IN_PROGRESS: 'Giao dịch đang được xử lý.',
  NO_FUNDS: 'Số dư quỹ không đủ.',
  NO_ACCOUNT: 'Tài khoản nhận không tồn tại.',
  NAME_MISMATCH: 'Tên người nhận không khớp.',
  BLOCKED: 'Tài khoản nhận bị khóa.',
  UNVERIFIED: 'Chủ tài khoản chưa định danh.',
  OVER_LIMIT: 'Vượt hạn mức.',
  UNAUTHORIZED: 'Chữ ký hoặc khóa không đúng.',
  INVALID: 'Yêu cầu không hợp lệ.',
  CONFLICT: 'Mã đã dùng cho giao dịch khác.',
  NOT_FOUND: 'Không tìm thấy.',
}
const statuses: Readonly<Record<string, number>> = { UNAUTHORIZED: 401, INVALID: 400, CONFLICT: 409, NOT_FOUND: 404 }
type Handle = (request: SimulatorRequest) => Reply | Promise<Reply>

/** Client id and secret of a partner. */
export interface Credentials {
  client_id: string
  secret: string
}

/** Signs replies and notices with the secret, and checks the signatures of requests. */
export function signedProtocol({ client_id, secret }: Credentials) {
  const hmacOf = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex')

  function reply(request: SimulatorRequest, status: number, body: unknown): Reply {
    const key = request.fault === 'forged' ? `not-${secret}` : secret
    return {
      status,
      body,
      sign: (text) => hmacOf(key, `${status}\n${String(request.headers['x-signature'])}\n${text}`),
    }
  }
  const refuse = (request: SimulatorRequest, code: string) =>
    reply(request, statuses[code]!, { code, message: messages[code] })

  /** Handles only requests with a valid signature that are at most five minutes old. */
  const requireSignature = (handle: Handle) => (request: SimulatorRequest) => {
    const { 'x-client-id': client, 'x-timestamp': timestamp = '', 'x-signature': signature } = request.headers
    const expectedSignature = hmacOf(
      secret,
      `${request.method}\n${request.target}\n${String(timestamp)}\n${request.body}`,
    )
    const is_fresh = Math.abs(Date.now() - Date.parse(String(timestamp))) < 300_000
    return client === client_id && is_fresh && expectedSignature === signature
      ? handle(request)
      : refuse(request, 'UNAUTHORIZED')
  }

  function replyWithOrder(request: SimulatorRequest, order: Order): Reply {
    const is_contradicted = request.fault === 'contradiction' && order.status === 'paid'
    const status = is_contradicted ? 'failed' : order.status
    const code = is_contradicted ? 'NO_ACCOUNT' : order.status === 'pending' ? 'IN_PROGRESS' : order.due.code
    return reply(request, 200, {
      requestId: order.request_id,
      orderId: order.order_id,
      amount: order.amount + (request.fault === 'wrong_amount' ? 1_000 : 0),
      status,
      transId: order.trans_id,
      code,
      message: messages[code],
    })
  }

  return { reply, refuse, requireSignature, replyWithOrder }
}
