/** Server side of the telecom's API: transfers to phone numbers, and look-up of a number's holder. */
import { pseudoRandom } from './pseudo-random.ts'
import type { Reply, Route, SimulatorRequest } from './http-server.ts'
import { query_faults } from './faults.ts'
import { telecomOutcome } from './receivers.ts'
import { isShortText, payoutRoutes } from './signed-payouts.ts'
import { messages, signedProtocol } from './signed-protocol.ts'
import type { SimulatorState } from './state.ts'

interface AccountBody {
  requestId?: unknown
  msisdn?: unknown
}

const isMsisdn = (text: unknown): text is string => /^84\d{9}$/.test(String(text))

/**
 * Routes under `/telecom/v1/`; a transfer is 1.000 to 100.000.000 đồng, and its receiver a phone number (84 and nine
 * digits).
 */
export function telecomRoutes(state: SimulatorState): Route[] {
  const { telecom_client_id: client_id, telecom_secret: secret } = state.keys
  const protocol = signedProtocol({ client_id, secret })
  const { reply, refuse, requireSignature } = protocol

  function verify(request: SimulatorRequest): Reply {
    const { requestId, msisdn } = JSON.parse(request.body) as AccountBody
    if (!isShortText(requestId) || !isMsisdn(msisdn)) return refuse(request, 'INVALID')
    const { code } = telecomOutcome(msisdn)
    const status = statuses[code] ?? 'active'
    const shown_code = status === 'active' ? '00' : code
    // A response with wrong content names another phone number.
    const answered_msisdn =
      request.fault === 'wrong_amount' ? `${msisdn.slice(0, -1)}${(Number(msisdn.at(-1)) + 1) % 10}` : msisdn
    return reply(request, 200, {
      requestId,
      msisdn: answered_msisdn,
      status,
      name: status === 'active' ? (state.journal.subscriber(msisdn)?.name ?? nameOf(state.seed, msisdn)) : null,
      code: shown_code,
      message: messages[shown_code],
    })
  }

  return [
    ...payoutRoutes(state, protocol, {
      gateway: 'telecom',
      min_amount: 1_000,
      max_amount: 100_000_000,
      accountOf: ({ msisdn, name }) => (isMsisdn(msisdn) && isShortText(name) ? msisdn : null),
      outcomeOf: telecomOutcome,
    }),
    {
      method: 'POST',
      pattern: /^\/telecom\/v1\/accounts\/verify$/,
      faults: [...query_faults, 'wrong_amount'],
      keyOf: ({ body }) => String((JSON.parse(body) as AccountBody).msisdn),
      handle: requireSignature(verify),
    },
  ]
}

const statuses: Readonly<Record<string, string>> = {
  NO_ACCOUNT: 'absent',
  BLOCKED: 'locked',
  UNVERIFIED: 'unverified',
}

const family_names = ['NGUYEN', 'TRAN', 'LE', 'PHAM', 'HUYNH', 'VO', 'DANG', 'BUI', 'DO', 'NGO']
const middle_names = ['VAN', 'THI', 'HOANG', 'NGOC', 'MINH', 'QUOC', 'THANH', 'DUC']
const given_names = ['AN', 'BINH', 'CHAU', 'DUNG', 'HANH', 'KHOI', 'LAN', 'MINH', 'PHUC', 'QUANG', 'TAM', 'VINH']

/** Deterministic holder name for a number without a set holder. */
export function nameOf(seed: string, msisdn: string): string {
  const pick = (names: readonly string[], part: string) =>
    names[Math.floor(pseudoRandom(seed, part, msisdn) * names.length)]!
  return [pick(family_names, 'family'), pick(middle_names, 'middle'), pick(given_names, 'given')].join(' ')
}
