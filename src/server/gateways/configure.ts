/** The gateways that the configuration has keys for. */
import type { Config } from '#server/program/config.ts'
import { bankGateway } from './bank-payout.ts'
import { statementReader } from './bank-statement.ts'
import type { GatewayName, PayoutGateway, StatementReader } from './gateway.ts'
import type { ClientPolicy } from './http.ts'
import { momoGateway, type MomoGateway } from './momo.ts'
import { telecomGateway, type TelecomGateway } from './telecom.ts'

export interface Gateways {
  momo: MomoGateway | null
  bank: PayoutGateway | null
  telecom: TelecomGateway | null
  statements: StatementReader | null
}

/** The gateways that can pay. */
export function paying(gateways: Gateways): ReadonlySet<GatewayName> {
  return new Set((['momo', 'bank', 'telecom'] as const).filter((name) => gateways[name] !== null))
}

/** `ipn_url` is where MoMo notifies us; a function, because the port may be known only after listening. */
export function openGateways(
  { momo, bank, telecom }: Pick<Config, 'momo' | 'bank' | 'telecom'>,
  ipn_url: () => string,
  policy?: Partial<ClientPolicy>,
): Gateways {
  return {
    momo: momo && momoGateway({ ...momo, ipn_url }, policy),
    bank: bank && bankGateway(bank, policy),
    telecom: telecom && telecomGateway(telecom, policy),
    statements: bank && statementReader(bank, policy),
  }
}
