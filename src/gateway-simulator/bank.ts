/** The bank's API, from its side: transfers, the fund, the list of a day, statements. */
import { accept } from './accept.ts'
import { bankProtocol } from './bank-protocol.ts'
import { dayLines, pageOf } from './day-list.ts'
import type { Asked, Reply, Route } from './door.ts'
import { all_request_faults, of_questions } from './faults.ts'
import { bankEnding } from './receivers.ts'
import type { SimulatorState } from './state.ts'

const [least, most] = [10_000, 499_999_999]

interface TransferBody {
  requestId?: unknown
  orderId?: unknown
  amount?: unknown
  content?: unknown
  to?: { bin?: unknown; accountNumber?: unknown; accountName?: unknown }
}

export const bankRoutes = (state: SimulatorState): Route[] => [...payingRoutes(state), ...tellingRoutes(state)]

function payingRoutes(state: SimulatorState): Route[] {
  const { journal } = state
  const { refuse, guarded, tell } = bankProtocol(state)

  async function transfer(asked: Asked): Promise<Reply> {
    const { requestId, orderId, amount, content, to } = JSON.parse(asked.body) as TransferBody
    const texts = [requestId, orderId, content, to?.accountName]
    const is_formed = texts.every((text) => typeof text === 'string' && text.length > 0 && text.length <= 300)
    const is_receiver = /^\d{6}$/.test(String(to?.bin)) && /^[\dA-Z]{4,30}$/.test(String(to?.accountNumber))
    const is_amount = Number.isInteger(amount) && Number(amount) >= least && Number(amount) <= most
    if (!is_formed || !is_receiver || !is_amount) return refuse(asked, 'INVALID')
    const account = `${String(to!.bin)}/${String(to!.accountNumber)}`
    const known = journal.byRequest('bank', String(requestId)) ?? journal.byOrder('bank', String(orderId))
    if (known) {
      const is_same = known.request_id === requestId && known.order_id === orderId
      return is_same && known.amount === amount && known.account === account
        ? tell(asked, known)
        : refuse(asked, 'CONFLICT')
    }
    const wanted = {
      gateway: 'bank',
      account,
      amount: Number(amount),
      content: String(content),
      ipn_url: null,
    } as const
    const keys_of_it = { order_id: String(orderId), request_id: String(requestId) }
    const how = { ending: bankEnding(account), no_funds: 'NO_FUNDS', fault: asked.fault }
    const order = await accept(state, { ...wanted, ...keys_of_it }, how)
    return tell(asked, order)
  }

  function lookUp(asked: Asked): Reply {
    const order = journal.byRequest('bank', asked.caught)
    return order ? tell(asked, order) : refuse(asked, 'NOT_FOUND')
  }

  const handed = { method: 'POST', faults: all_request_faults, keyOf: requestOf }
  return [
    { ...handed, pattern: transfers, handle: guarded(transfer) },
    { ...question, pattern: one_transfer, faults: [...of_questions, 'wrong_amount'], handle: guarded(lookUp) },
  ]
}

function tellingRoutes(state: SimulatorState): Route[] {
  const { journal } = state
  const { reply, refuse, guarded } = bankProtocol(state)

  function list(asked: Asked): Reply {
    const lines = dayLines(state, 'bank', asked.query.get('day') ?? '')
    const page = pageOf(lines, asked.query.get('after') ?? '', state.page_size, (line) => line.transId)
    return page ? reply(asked, 200, page) : refuse(asked, 'NOT_FOUND')
  }

  function statement(asked: Asked): Reply {
    const all = journal.credits().filter((line) => line.account === asked.query.get('account'))
    const page = pageOf(all, asked.query.get('after') ?? '', state.page_size, (line) => line.reference)
    if (!page) return refuse(asked, 'NOT_FOUND')
    const lines = page.lines.map(({ reference, at, amount, content, counter_account, counter_name }) => ({
      reference,
      at,
      amount,
      content,
      counterAccount: counter_account,
      counterName: counter_name,
    }))
    return reply(asked, 200, { lines, next: page.next, balance: all.reduce((sum, { amount }) => sum + amount, 0) })
  }

  const balance = (asked: Asked) => reply(asked, 200, { balance: journal.balance('bank') })
  return [
    { ...question, pattern: transfers, handle: guarded(list) },
    { ...question, pattern: /^\/bank\/v1\/balance$/, handle: guarded(balance) },
    { ...question, pattern: /^\/bank\/v1\/statement$/, handle: guarded(statement) },
  ]
}

const transfers = /^\/bank\/v1\/transfers$/
const one_transfer = /^\/bank\/v1\/transfers\/([^/]+)$/
const question = { method: 'GET', faults: of_questions, keyOf: ({ target }: Asked) => target }
const requestOf = ({ body }: Asked) => String((JSON.parse(body) as TransferBody).requestId)
