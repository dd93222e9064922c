/**
 * The telecom's mobile money (Viettel Money by analogy): payments to its accounts, and the check whose account a number is. No partner API is
 * published, so it is spoken over the API of our own definition, docs/gateways.md.
 */
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { apiPayout } from './api-payout.ts'
import { bankApi, Refusal } from './bank-api.ts'
import type { PayoutGateway } from './gateway.ts'
import { type ClientPolicy, fault, openCaller, readAs, unanswered } from './http.ts'
import type { TelecomSettings } from './settings.ts'

/** Whose account a number is, as the telecom says it. */
export interface AccountAnswer {
  /**
   * exists: it can receive, `name` is its holder's. absent: the number has no account. closed: it has one that cannot
   * receive, because it is locked or its holder not identified. unknown: no answer that can be trusted. unsent: this
   * call sent nothing, because of too many faults or too many calls.
   */
  outcome: 'exists' | 'absent' | 'closed' | 'unknown' | 'unsent'
  /** The holder's name in capitals without accents; null unless it exists. */
  name: string | null
  /** The telecom's code, or why there is no answer: 'timeout', 'network', 'signature', 'mismatch', 'breaker', 'limit'. */
  code: string
  /** The message for staff, in Vietnamese. */
  message: string
}

export interface TelecomGateway extends PayoutGateway {
  /** Checks the account of a number, kept as 84xxxxxxxxx. It changes nothing and may be repeated. Never throws. */
  checkAccount(msisdn: string): Promise<AccountAnswer>
  /** How many checks a second the telecom has agreed to. */
  readonly checks_per_second: number
}

const Account = z.object({
  requestId: z.string(),
  msisdn: z.string(),
  status: z.enum(['active', 'absent', 'locked', 'unverified']),
  name: z.nullable(z.string().check(z.maxLength(200))),
  code: z.string(),
  message: z.string(),
})

const outcomes = { active: 'exists', absent: 'absent', locked: 'closed', unverified: 'closed' } as const

/** Payments and checks are paced apart, so that a batch of checks holds up no payment. */
export function telecomGateway(settings: TelecomSettings, policy?: Partial<ClientPolicy>): TelecomGateway {
  const { checks_per_second } = settings
  const check_policy = { ...policy, per_second: checks_per_second }
  const check = bankApi(openCaller('telecom_check', check_policy), settings)
  return {
    ...apiPayout(bankApi(openCaller('telecom', policy), settings), {
      base: '/telecom/v1',
      min_amount: 1_000,
      max_amount: 100_000_000,
      receiverOf: (to) => (to.kind === 'wallet' ? { msisdn: to.msisdn, name: to.name } : null),
      wrong_receiver: 'Viettel Money chỉ chi về số điện thoại.',
    }),
    checks_per_second,
    checkAccount(msisdn) {
      const requestId = randomUUID()
      const body = JSON.stringify({ requestId, msisdn })
      const request = { operation: 'verify', method: 'POST', path: '/telecom/v1/accounts/verify', body } as const
      return check(request, (json, status) => {
        if (status !== 200) return { outcome: 'unknown' as const, name: null, ...readAs(Refusal, json) }
        const account = readAs(Account, json)
        const has_name = (account.name ?? '').trim() !== ''
        const is_ours = account.requestId === requestId && account.msisdn === msisdn
        if (!is_ours || has_name !== (account.status === 'active')) throw fault('mismatch')
        return { outcome: outcomes[account.status], name: account.name, code: account.code, message: account.message }
      }).catch((error) => {
        const { outcome, code, message } = unanswered(error, 'unsent')
        return { outcome: outcome === 'unsent' ? outcome : ('unknown' as const), name: null, code, message }
      })
    },
  }
}
