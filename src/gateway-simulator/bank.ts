/** Server side of the bank's API: transfers, fund balance, daily lists, statements. */
import { pageOf } from './day-list.ts'
import type { SimulatorRequest, Reply, Route } from './http-server.ts'
import { bankOutcome } from './receivers.ts'
import { isShortText, payoutRoutes, read_only } from './signed-payouts.ts'
import { signedProtocol } from './signed-protocol.ts'
import type { SimulatorState } from './state.ts'

/**
 * Routes under `/bank/v1/`; a transfer is 10.000 to 499.999.999 đồng, and its receiver a six-digit BIN with an account
 * number.
 */
export function bankRoutes(state: SimulatorState): Route[] {
  const { journal, keys } = state
  const protocol = signedProtocol({ client_id: keys.client_id, secret: keys.bank_secret })
  const { reply, refuse, requireSignature } = protocol

  function statement(request: SimulatorRequest): Reply {
    const all = journal.credits().filter((line) => line.account === request.query.get('account'))
    const page = pageOf(all, request.query.get('after') ?? '', state.page_size, (line) => line.reference)
    if (!page) return refuse(request, 'NOT_FOUND')
    const lines = page.lines.map(({ reference, at, amount, content, counter_account, counter_name }) => ({
      reference,
      at,
      amount,
      content,
      counterAccount: counter_account,
      counterName: counter_name,
    }))
    return reply(request, 200, { lines, next: page.next, balance: all.reduce((sum, { amount }) => sum + amount, 0) })
  }

  return [
    ...payoutRoutes(state, protocol, {
      gateway: 'bank',
      min_amount: 10_000,
      max_amount: 499_999_999,
      accountOf: ({ bin, accountNumber, accountName }) =>
        /^\d{6}$/.test(String(bin)) && /^[\dA-Z]{4,30}$/.test(String(accountNumber)) && isShortText(accountName)
          ? `${String(bin)}/${String(accountNumber)}`
          : null,
      outcomeOf: bankOutcome,
    }),
    { ...read_only, pattern: /^\/bank\/v1\/statement$/, handle: requireSignature(statement) },
  ]
}
