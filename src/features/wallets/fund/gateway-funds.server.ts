/** How much gateways can still pay, for callers that are about to have them pay more. unscoped: limits of the program. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { GatewayName } from '#server/gateways/gateway.ts'
import { batchStatus, itemStatus } from '#features/rewards/batch/batch.contract.ts'
import { rewardForm } from '#features/rewards/reward/reward.contract.ts'
import { gatewayNumber } from '#features/wallets/money.server.ts'
import { open_payout } from '#features/wallets/payout/payout-journal.server.ts'
import { withdrawalStatus } from '#features/wallets/withdrawal/withdrawal.contract.ts'

const { waiting, processing, unknown } = withdrawalStatus
const formOf: Record<GatewayName, number> = {
  bank: rewardForm.bank,
  momo: rewardForm.momo,
  telecom: rewardForm.telecom,
}

/** Locks the funds at these gateways, in the order of their numbers, until the transaction ends. */
export async function lockGatewayFunds(db: Db, gateways: readonly GatewayName[]): Promise<void> {
  const numbers = gateways.map((gateway) => gatewayNumber[gateway])
  await sql`select from reward_account where gateway = any (${numbers}::smallint[]) order by gateway for update`.execute(
    db,
  )
}

/**
 * The amount in đồng that the gateway can still pay: the lower of our balance and the reported one, minus what is promised to customers, and minus
 * what running batches of rewards still have to send (`reserved` false leaves that out, for the batches' own payments). The fund is locked until the
 * transaction ends, so that two callers do not both spend it; without `lock` it is only read.
 */
export async function payableAtGateway(
  db: Db,
  gateway: GatewayName,
  { lock = true, reserved = true } = {},
): Promise<number> {
  const number = gatewayNumber[gateway]
  if (lock) await lockGatewayFunds(db, [gateway])
  const { rows } = await sql<{ free: number }>`
    select least(-l.balance, f.reported_balance)
      - coalesce((select sum(amount) from withdrawal
          where method = f.gateway and status = any(${[waiting, processing, unknown]}::smallint[])), 0)
      - coalesce((select sum(amount) from payout
          where gateway = f.gateway and reward_id is not null and status = any(${[...open_payout]}::smallint[])), 0)
      - case when ${reserved} then coalesce((select sum(i.net) from reward_batch b join reward_batch_item i using (batch_id) join reward r using (reward_id)
          where b.status = ${batchStatus.running} and i.status = ${itemStatus.waiting} and r.form = ${formOf[gateway]}), 0) else 0 end as free
    from reward_account f join ledger_account l on l.account_id = f.ledger_id where f.gateway = ${number}::smallint`.execute(
    db,
  )
  return rows[0]!.free
}
