/** How the bank says things: signed, and only to who has the key. */
import { createHmac } from 'node:crypto'
import type { Order } from './journal.ts'
import type { Asked, Reply } from './door.ts'
import type { SimulatorState } from './state.ts'

const messages: Readonly<Record<string, string>> = {
  '00': 'Thành công.',
  IN_PROGRESS: 'Giao dịch đang được xử lý.',
  NO_FUNDS: 'Số dư quỹ không đủ.',
  NO_ACCOUNT: 'Tài khoản nhận không tồn tại.',
  NAME_MISMATCH: 'Tên người nhận không khớp.',
  BLOCKED: 'Tài khoản nhận bị khóa.',
  OVER_LIMIT: 'Vượt hạn mức.',
  UNAUTHORIZED: 'Chữ ký hoặc khóa không đúng.',
  INVALID: 'Yêu cầu không hợp lệ.',
  CONFLICT: 'Mã đã dùng cho giao dịch khác.',
  NOT_FOUND: 'Không tìm thấy.',
}
const statuses: Readonly<Record<string, number>> = { UNAUTHORIZED: 401, INVALID: 400, CONFLICT: 409, NOT_FOUND: 404 }
type Handle = (asked: Asked) => Reply | Promise<Reply>

export function bankProtocol({ keys }: SimulatorState) {
  const sha = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex')

  function reply(asked: Asked, status: number, body: unknown): Reply {
    const key = asked.fault === 'forged' ? `not-${keys.bank_secret}` : keys.bank_secret
    return { status, body, sign: (text) => sha(key, `${status}\n${String(asked.headers['x-signature'])}\n${text}`) }
  }
  const refuse = (asked: Asked, code: string) => reply(asked, statuses[code]!, { code, message: messages[code] })

  /** Answers only who has the key, and only within five minutes of his writing it. */
  const guarded = (handle: Handle) => (asked: Asked) => {
    const { 'x-client-id': client, 'x-timestamp': timestamp = '', 'x-signature': signature } = asked.headers
    const due = sha(keys.bank_secret, `${asked.method}\n${asked.target}\n${String(timestamp)}\n${asked.body}`)
    const is_fresh = Math.abs(Date.now() - Date.parse(String(timestamp))) < 300_000
    return client === keys.client_id && is_fresh && due === signature ? handle(asked) : refuse(asked, 'UNAUTHORIZED')
  }

  function tell(asked: Asked, order: Order): Reply {
    const is_twisted = asked.fault === 'contradiction' && order.status === 'paid'
    const status = is_twisted ? 'failed' : order.status
    const code = is_twisted ? 'NO_ACCOUNT' : order.status === 'pending' ? 'IN_PROGRESS' : order.due.code
    return reply(asked, 200, {
      requestId: order.request_id,
      orderId: order.order_id,
      amount: order.amount + (asked.fault === 'wrong_amount' ? 1_000 : 0),
      status,
      transId: order.trans_id,
      code,
      message: messages[code],
    })
  }

  return { reply, refuse, guarded, tell }
}
