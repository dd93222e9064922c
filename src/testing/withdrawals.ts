/** An office with simulated gateways, so that tests can compare the payments of both sides. */
import type { ClientPolicy } from '#server/gateways/http.ts'
import { openGateways } from '#server/gateways/configure.ts'
import { readConfig } from '#server/program/config.ts'
import { requestWithdrawal } from '#features/wallets/withdrawal/request-withdrawal.server.ts'
import { ipn_path } from '#features/wallets/withdrawal/ipn.server.ts'
import { withdrawalMethod } from '#features/wallets/withdrawal/withdrawal.contract.ts'
import { openSimulator, type Simulator, type SimulatorOptions } from '../gateway-simulator/simulator.ts'
import { openOffice, type Office } from './office.ts'

/** The bank_id of MoMo and of MB Bank. */
export async function bankIds({ db }: Pick<Office, 'db'>): Promise<{ momo: number; mb: number }> {
  const banks = await db
    .selectFrom('bank')
    .select(['bank_id', 'bin'])
    .where('bin', 'in', ['971025', '970422'])
    .execute()
  const idOf = (bin: string) => banks.find((bank) => bank.bin === bin)!.bank_id
  return { momo: idOf('971025'), mb: idOf('970422') }
}

/** An office whose payouts go to simulated gateways. `close` closes both. */
export async function openPayingOffice(
  options: SimulatorOptions = {},
): Promise<{ office: Office; simulator: Simulator; close(): Promise<void> }> {
  const simulator = await openSimulator(options)
  let url = ''
  // The circuit breaker and the rate limit would hide the faults that the tests inject.
  const policy: Partial<ClientPolicy> = { per_second: 10_000, breaker_threshold: 1_000_000 }
  const gateways = openGateways(readConfig(simulator.settings, []), () => url + ipn_path, policy)
  const office = await openOffice(undefined, { gateways })
  url = office.url
  return {
    office,
    simulator,
    close: async () => {
      await office.close()
      await simulator.close()
    },
  }
}

let request_count = 0

/** Requests a withdrawal to a MoMo wallet, whose number determines the outcome in the simulator; returns the withdrawal_id. */
export async function requestToMomo(
  office: Office,
  { account_id }: { account_id: number },
  { amount = 200_000, to = '84901234567', key = `withdrawal-${++request_count}` } = {},
): Promise<number> {
  const { momo } = await bankIds(office)
  const request = {
    request_key: key,
    account_id,
    method: withdrawalMethod.momo,
    bank_id: momo,
    account_number: to,
    account_name: 'NGUYEN THI THU',
    amount,
  }
  return office.write((db) => requestWithdrawal(db, request))
}
