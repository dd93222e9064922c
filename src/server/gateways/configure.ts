/** The gateways that the surroundings give us keys for. */
import type { Config } from '../config.ts'
import { bankGateway } from './bank-payout.ts'
import { statementReader } from './bank-statement.ts'
import type { GatewayName, PayoutGateway, StatementReader } from './gateway.ts'
import type { ClientPolicy } from './http.ts'
import { momoGateway, type MomoGateway } from './momo.ts'

export interface Gateways {
  momo: MomoGateway | null
  bank: PayoutGateway | null
  statements: StatementReader | null
}

/** Which of them pay. */
export function paying({ momo, bank }: Gateways): ReadonlySet<GatewayName> {
  return new Set<GatewayName>([...(momo ? (['momo'] as const) : []), ...(bank ? (['bank'] as const) : [])])
}

/** `ipn_url` is where MoMo notifies us; it is asked for at each payment, because the port may be known only after listening. */
export function openGateways(
  { momo, bank }: Pick<Config, 'momo' | 'bank'>,
  ipn_url: () => string,
  manners?: Partial<ClientPolicy>,
): Gateways {
  return {
    momo: momo && momoGateway({ ...momo, ipn_url }, manners),
    bank: bank && bankGateway(bank, manners),
    statements: bank && statementReader(bank, manners),
  }
}
