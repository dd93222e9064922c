/** Server side of MoMo disbursement v2, by its documentation. */
import { accept } from './accept.ts'
import { dayLines, pageOf } from './day-list.ts'
import type { SimulatorRequest, Reply, Route } from './http-server.ts'
import { all_request_faults, query_faults } from './faults.ts'
import { accountOf, resultCodeOf, momoProtocol, readBody, hmacOf } from './momo-protocol.ts'
import { momoOutcome } from './receivers.ts'
import type { SimulatorState } from './state.ts'

const limits: Readonly<Record<string, readonly [number, number]>> = {
  disburseToWallet: [1_000, 200_000_000],
  disburseToBank: [10_000, 20_000_000],
}
const id_form = /^[0-9a-zA-Z]([-_.]*[0-9a-zA-Z]+)*$/

/**
 * Routes under `/v2/gateway/api`: payment, query, balance, check of a wallet, and a list of a day's payments, which
 * MoMo's documentation does not have.
 */
export function momoRoutes(state: SimulatorState): Route[] {
  const { journal, keys, page_size } = state
  const { access_key: access, secret_key: secret, private_key } = keys
  const protocol = momoProtocol(state)

  async function pay(request: SimulatorRequest): Promise<Reply> {
    const body = readBody(request)
    const { orderId, requestId, amount, requestType, disbursementMethod, orderInfo, ipnUrl } = body
    const text = `accessKey=${access}&amount=${amount}&disbursementMethod=${disbursementMethod}&extraData=${body['extraData']}&orderId=${orderId}&orderInfo=${orderInfo}&partnerCode=${body['partnerCode']}&requestId=${requestId}&requestType=${requestType}`
    if (!protocol.isFromPartner(body, text)) return protocol.payment(request, '13', null)
    const account = accountOf(String(disbursementMethod), private_key)
    const limit = limits[String(requestType)]
    const is_formed = id_form.test(String(orderId)) && String(requestId).length <= 50 && /^https?:/.test(String(ipnUrl))
    if (!account || !limit || !is_formed || !Number.isInteger(amount)) return protocol.payment(request, '20', null)
    if (Number(amount) < limit[0] || Number(amount) > limit[1]) return protocol.payment(request, '22', null)

    const existing = journal.byRequest('momo', String(requestId))
    if (request.is_busy) return protocol.payment(request, '7000', existing ?? null)
    if (existing) {
      const is_same = existing.order_id === orderId && existing.amount === amount && existing.account === account
      return protocol.payment(
        request,
        is_same && existing.status !== 'pending' ? resultCodeOf(existing) : '40',
        existing,
      )
    }
    const other = journal.byOrder('momo', String(orderId))
    if (other) return protocol.payment(request, '41', other)

    const payment = { gateway: 'momo', account, amount: Number(amount), content: String(orderInfo) } as const
    const keys_and_url = { order_id: String(orderId), request_id: String(requestId), ipn_url: String(ipnUrl) }
    const behaviour = { outcome: momoOutcome(account), no_funds: '1100', fault: request.fault }
    const order = await accept(state, { ...payment, ...keys_and_url }, behaviour)
    return protocol.payment(request, resultCodeOf(order), order)
  }

  function isQueryOfPartner(request: SimulatorRequest): boolean {
    const body = readBody(request)
    const text = `accessKey=${access}&orderId=${body['orderId']}&partnerCode=${body['partnerCode']}&requestId=${body['requestId']}`
    return protocol.isFromPartner(body, text)
  }

  function query(request: SimulatorRequest): Reply {
    if (!isQueryOfPartner(request)) return protocol.payment(request, '13', null)
    const order = journal.byOrder('momo', orderOf(request))
    return order ? protocol.payment(request, resultCodeOf(order), order) : protocol.payment(request, '42', null)
  }

  function verify(request: SimulatorRequest): Reply {
    const body = readBody(request)
    const text = `accessKey=${access}&disbursementMethod=${body['disbursementMethod']}&orderId=${body['orderId']}&partnerCode=${body['partnerCode']}&requestId=${body['requestId']}&requestType=checkWallet`
    if (!protocol.isFromPartner(body, text)) return protocol.plain(request, '13')
    const account = accountOf(String(body['disbursementMethod']), private_key)
    if (!account) return protocol.plain(request, '20')
    const outcome = momoOutcome(account)
    return protocol.plain(request, outcome.is_slow ? '0' : outcome.code)
  }

  function list(request: SimulatorRequest): Reply {
    const { day = '', after = '', partnerCode, requestId, signature } = Object.fromEntries(request.query)
    const text = `accessKey=${access}&after=${after}&day=${day}&partnerCode=${partnerCode}&requestId=${requestId}`
    if (hmacOf(secret, text) !== signature) return protocol.page(request, 400, { resultCode: 13 })
    const page = pageOf(dayLines(state, 'momo', day), after, page_size, (line) => line.transId)
    return page ? protocol.page(request, 200, page) : protocol.page(request, 400, { resultCode: 20 })
  }

  const pathOf = (path: string) => new RegExp(`^/v2/gateway/api${path}$`)
  const read_only = { method: 'POST', faults: query_faults }
  const balance = (request: SimulatorRequest) => protocol.balance(request, isQueryOfPartner(request) ? '0' : '13')
  return [
    { method: 'POST', pattern: pathOf('/disbursement/pay'), faults: all_request_faults, keyOf: requestOf, handle: pay },
    {
      ...read_only,
      pattern: pathOf('/query'),
      faults: [...query_faults, 'wrong_amount'],
      keyOf: orderOf,
      handle: query,
    },
    { ...read_only, pattern: pathOf('/disbursement/balance'), keyOf: () => '', handle: balance },
    { ...read_only, pattern: pathOf('/disbursement/verify'), keyOf: () => '', handle: verify },
    { ...read_only, method: 'GET', pattern: pathOf('/disbursement/list'), keyOf: pageKeyOf, handle: list },
  ]
}

const orderOf = (request: SimulatorRequest) => String(readBody(request)['orderId'])
const requestOf = (request: SimulatorRequest) => String(readBody(request)['requestId'])
const pageKeyOf = ({ query }: SimulatorRequest) => `${query.get('day')} ${query.get('after')}`
