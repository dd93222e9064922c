/** Transfers, fund balance and daily lists, which the bank and the telecom share. */
import { accept } from './accept.ts'
import { dayLines, pageOf } from './day-list.ts'
import { all_request_faults, query_faults } from './faults.ts'
import type { Reply, Route, SimulatorRequest } from './http-server.ts'
import type { Gateway } from './journal.ts'
import type { Outcome } from './receivers.ts'
import type { signedProtocol } from './signed-protocol.ts'
import type { SimulatorState } from './state.ts'

interface TransferBody {
  requestId?: unknown
  orderId?: unknown
  amount?: unknown
  content?: unknown
  to?: Record<string, unknown>
}

interface PayoutOptions {
  gateway: Exclude<Gateway, 'momo'>
  /** Minimum and maximum of one transfer, in đồng. */
  min_amount: number
  max_amount: number
  /** Receiver as shown in lists; null when it is malformed. */
  accountOf: (to: Record<string, unknown>) => string | null
  outcomeOf: (account: string) => Outcome
}

/** Whether it is a text of 1 to 300 characters. */
export const isShortText = (text: unknown) => typeof text === 'string' && text.length > 0 && text.length <= 300

/** The routes that the bank and the telecom have in common: paying out, and querying an order. */
export function payoutRoutes(
  state: SimulatorState,
  { reply, refuse, requireSignature, replyWithOrder }: ReturnType<typeof signedProtocol>,
  { gateway, min_amount, max_amount, accountOf, outcomeOf }: PayoutOptions,
): Route[] {
  const { journal } = state

  async function transfer(request: SimulatorRequest): Promise<Reply> {
    const { requestId, orderId, amount, content, to } = JSON.parse(request.body) as TransferBody
    const account = accountOf(to ?? {})
    const is_amount = Number.isInteger(amount) && Number(amount) >= min_amount && Number(amount) <= max_amount
    if (![requestId, orderId, content].every(isShortText) || account === null || !is_amount)
      return refuse(request, 'INVALID')
    const existing = journal.byRequest(gateway, String(requestId)) ?? journal.byOrder(gateway, String(orderId))
    if (existing) {
      const is_same = existing.request_id === requestId && existing.order_id === orderId
      return is_same && existing.amount === amount && existing.account === account
        ? replyWithOrder(request, existing)
        : refuse(request, 'CONFLICT')
    }
    const payment = { gateway, account, amount: Number(amount), content: String(content), ipn_url: null }
    const keys = { order_id: String(orderId), request_id: String(requestId) }
    const behaviour = { outcome: outcomeOf(account), no_funds: 'NO_FUNDS', fault: request.fault }
    const order = await accept(state, { ...payment, ...keys }, behaviour)
    return replyWithOrder(request, order)
  }

  function lookUp(request: SimulatorRequest): Reply {
    const order = journal.byRequest(gateway, request.parameter)
    return order ? replyWithOrder(request, order) : refuse(request, 'NOT_FOUND')
  }

  function list(request: SimulatorRequest): Reply {
    const lines = dayLines(state, gateway, request.query.get('day') ?? '')
    const page = pageOf(lines, request.query.get('after') ?? '', state.page_size, (line) => line.transId)
    return page ? reply(request, 200, page) : refuse(request, 'NOT_FOUND')
  }

  const balance = (request: SimulatorRequest) => reply(request, 200, { balance: journal.balance(gateway) })
  const pathOf = (path: string) => new RegExp(`^/${gateway}/v1/${path}$`)
  const payment_route = { method: 'POST', faults: all_request_faults, keyOf: requestOf }
  const query_route = { ...read_only, faults: [...query_faults, 'wrong_amount'] as const }
  return [
    { ...payment_route, pattern: pathOf('transfers'), handle: requireSignature(transfer) },
    { ...query_route, pattern: pathOf('transfers/([^/]+)'), handle: requireSignature(lookUp) },
    { ...read_only, pattern: pathOf('transfers'), handle: requireSignature(list) },
    { ...read_only, pattern: pathOf('balance'), handle: requireSignature(balance) },
  ]
}

/** Common properties of read-only routes. */
export const read_only = { method: 'GET', faults: query_faults, keyOf: ({ target }: SimulatorRequest) => target }
const requestOf = ({ body }: SimulatorRequest) => String((JSON.parse(body) as TransferBody).requestId)
