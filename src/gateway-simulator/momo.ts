/** MoMo disbursement v2 as its documents tell it, from their side. */
import { accept } from './accept.ts'
import { dayLines, pageOf } from './day-list.ts'
import type { Asked, Reply, Route } from './door.ts'
import { all_request_faults, of_questions } from './faults.ts'
import { accountOf, codeOf, momoProtocol, readBody, sha } from './momo-protocol.ts'
import { momoEnding } from './receivers.ts'
import type { SimulatorState } from './state.ts'

const limits: Readonly<Record<string, readonly [number, number]>> = {
  disburseToWallet: [1_000, 200_000_000],
  disburseToBank: [10_000, 20_000_000],
}
const id_form = /^[0-9a-zA-Z]([-_.]*[0-9a-zA-Z]+)*$/

export function momoRoutes(state: SimulatorState): Route[] {
  const { journal, keys, page_size } = state
  const { access_key: access, secret_key: secret, private_key } = keys
  const tongue = momoProtocol(state)

  async function pay(asked: Asked): Promise<Reply> {
    const body = readBody(asked)
    const { orderId, requestId, amount, requestType, disbursementMethod, orderInfo, ipnUrl } = body
    const text = `accessKey=${access}&amount=${amount}&disbursementMethod=${disbursementMethod}&extraData=${body['extraData']}&orderId=${orderId}&orderInfo=${orderInfo}&partnerCode=${body['partnerCode']}&requestId=${requestId}&requestType=${requestType}`
    if (!tongue.isFromPartner(body, text)) return tongue.payment(asked, '13', null)
    const account = accountOf(String(disbursementMethod), private_key)
    const limit = limits[String(requestType)]
    const is_formed = id_form.test(String(orderId)) && String(requestId).length <= 50 && /^https?:/.test(String(ipnUrl))
    if (!account || !limit || !is_formed || !Number.isInteger(amount)) return tongue.payment(asked, '20', null)
    if (Number(amount) < limit[0] || Number(amount) > limit[1]) return tongue.payment(asked, '22', null)

    const known = journal.byRequest('momo', String(requestId))
    if (asked.is_busy) return tongue.payment(asked, '7000', known ?? null)
    if (known) {
      const is_same = known.order_id === orderId && known.amount === amount && known.account === account
      return tongue.payment(asked, is_same && known.status !== 'pending' ? codeOf(known) : '40', known)
    }
    const other = journal.byOrder('momo', String(orderId))
    if (other) return tongue.payment(asked, '41', other)

    const wanted = { gateway: 'momo', account, amount: Number(amount), content: String(orderInfo) } as const
    const told = { order_id: String(orderId), request_id: String(requestId), ipn_url: String(ipnUrl) }
    const how = { ending: momoEnding(account), no_funds: '1100', fault: asked.fault }
    const order = await accept(state, { ...wanted, ...told }, how)
    return tongue.payment(asked, codeOf(order), order)
  }

  function isAsked(asked: Asked): boolean {
    const body = readBody(asked)
    const text = `accessKey=${access}&orderId=${body['orderId']}&partnerCode=${body['partnerCode']}&requestId=${body['requestId']}`
    return tongue.isFromPartner(body, text)
  }

  function query(asked: Asked): Reply {
    if (!isAsked(asked)) return tongue.payment(asked, '13', null)
    const order = journal.byOrder('momo', orderOf(asked))
    return order ? tongue.payment(asked, codeOf(order), order) : tongue.payment(asked, '42', null)
  }

  function verify(asked: Asked): Reply {
    const body = readBody(asked)
    const text = `accessKey=${access}&disbursementMethod=${body['disbursementMethod']}&orderId=${body['orderId']}&partnerCode=${body['partnerCode']}&requestId=${body['requestId']}&requestType=checkWallet`
    if (!tongue.isFromPartner(body, text)) return tongue.plain(asked, '13')
    const account = accountOf(String(body['disbursementMethod']), private_key)
    if (!account) return tongue.plain(asked, '20')
    const ending = momoEnding(account)
    return tongue.plain(asked, ending.is_slow ? '0' : ending.code)
  }

  function list(asked: Asked): Reply {
    const { day = '', after = '', partnerCode, requestId, signature } = Object.fromEntries(asked.query)
    const text = `accessKey=${access}&after=${after}&day=${day}&partnerCode=${partnerCode}&requestId=${requestId}`
    if (sha(secret, text) !== signature) return tongue.page(asked, 400, { resultCode: 13 })
    const page = pageOf(dayLines(state, 'momo', day), after, page_size, (line) => line.transId)
    return page ? tongue.page(asked, 200, page) : tongue.page(asked, 400, { resultCode: 20 })
  }

  const at = (path: string) => new RegExp(`^/v2/gateway/api${path}$`)
  const question = { method: 'POST', faults: of_questions }
  const balance = (asked: Asked) => tongue.balance(asked, isAsked(asked) ? '0' : '13')
  return [
    { method: 'POST', pattern: at('/disbursement/pay'), faults: all_request_faults, keyOf: requestOf, handle: pay },
    { ...question, pattern: at('/query'), faults: [...of_questions, 'wrong_amount'], keyOf: orderOf, handle: query },
    { ...question, pattern: at('/disbursement/balance'), keyOf: () => '', handle: balance },
    { ...question, pattern: at('/disbursement/verify'), keyOf: () => '', handle: verify },
    { ...question, method: 'GET', pattern: at('/disbursement/list'), keyOf: pageKey, handle: list },
  ]
}

const orderOf = (asked: Asked) => String(readBody(asked)['orderId'])
const requestOf = (asked: Asked) => String(readBody(asked)['requestId'])
const pageKey = ({ query }: Asked) => `${query.get('day')} ${query.get('after')}`
