/** An office whose gateways are simulated, so that money really leaves it and the other side can be asked what it paid. */
import { openGateways } from '#server/gateways/configure.ts'
import { readConfig } from '#server/config.ts'
import { asProgram } from '#server/serve.ts'
import { askWithdrawal } from '#features/wallets/withdrawal/ask-withdrawal.server.ts'
import { ipn_path } from '#features/wallets/withdrawal/ipn.server.ts'
import { withdrawalMethod } from '#features/wallets/withdrawal/withdrawal.contract.ts'
import { openSimulator, type Simulator, type SimulatorOptions } from '../gateway-simulator/simulator.ts'
import { openOffice, type Office } from './office.ts'

/** MoMo's and MB Bank's numbers in the table of banks. */
export async function bankIds({ db }: Office): Promise<{ momo: number; mb: number }> {
  const banks = await db
    .selectFrom('bank')
    .select(['bank_id', 'bin'])
    .where('bin', 'in', ['971025', '970422'])
    .execute()
  const idOf = (bin: string) => banks.find((bank) => bank.bin === bin)!.bank_id
  return { momo: idOf('971025'), mb: idOf('970422') }
}

export async function openPayingOffice(
  options: SimulatorOptions = {},
): Promise<{ office: Office; simulator: Simulator; close(): Promise<void> }> {
  const simulator = await openSimulator(options)
  let url = ''
  // Faults are what is tested here: neither the breaker nor the pace that spares a real gateway shall hide them.
  const manners = { per_second: 10_000, faults_to_break: 1_000_000 }
  const gateways = openGateways(readConfig(simulator.settings, []), () => url + ipn_path, manners)
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

let wishes = 0

/** A customer asks for money to a MoMo wallet; its number decides in the simulator what becomes of it. */
export async function askForMomo(
  office: Office,
  { account_id }: { account_id: number },
  { amount = 200_000, to = '84901234567', key = `wish-${++wishes}` } = {},
): Promise<number> {
  const { momo } = await bankIds(office)
  const wish = {
    request_key: key,
    account_id,
    method: withdrawalMethod.momo,
    bank_id: momo,
    account_number: to,
    account_name: 'NGUYEN THI THU',
    amount,
  }
  return asProgram(office.db, 'program test', (db) => askWithdrawal(db, wish))
}
