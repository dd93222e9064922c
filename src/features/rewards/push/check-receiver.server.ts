/**
 * Money is sent to a telecom account only when its holder's name is the winner's, by a recent check or a new one.
 * unscoped: the program's own work
 */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { Gateways } from '#server/gateways/configure.ts'
import type { PayoutAnswer } from '#server/gateways/gateway.ts'
import { payoutStatus } from '#features/wallets/payout/payout.contract.ts'
import { isSameName } from '#features/rewards/account-check/account-name.rules.ts'
import { rewardForm } from '#features/rewards/reward/reward.contract.ts'

/** The number of days for which an earlier check is still used. */
const check_valid_days = 30

/** Why the payout of a reward must not be sent; null when it may, or when it was sent before. */
export async function checkReceiver(main: Db, { telecom }: Gateways, reward_id: number): Promise<PayoutAnswer | null> {
  const { rows } = await sql<{ msisdn: string; full_name: string; known_name: string | null }>`
    select r.msisdn, r.full_name, (
      select i.account_name from account_check_item i
      where i.msisdn = r.msisdn and i.checked_at > now() - make_interval(days => ${check_valid_days}) and i.account_name is not null
      order by i.checked_at desc limit 1) as known_name
    from reward r join payout o using (payout_id)
    where r.reward_id = ${reward_id} and r.form = ${rewardForm.telecom} and o.status = ${payoutStatus.unsent}`.execute(
    main,
  )
  const [receiver] = rows
  if (!receiver || !telecom) return null
  const { msisdn, full_name, known_name } = receiver
  if (known_name !== null && isSameName(full_name, known_name)) return null
  const { outcome, name, code, message } = await telecom.checkAccount(msisdn)
  if (outcome === 'exists')
    return isSameName(full_name, name!)
      ? null
      : refusal('failed', 'NAME_MISMATCH', `Tên tại Viettel Money là ${name}, không khớp với ${full_name}.`)
  return outcome === 'absent' || outcome === 'closed'
    ? refusal('failed', code, message)
    : refusal('unsent', code, `Chưa kiểm tra được tài khoản: ${message}`)
}

const refusal = (outcome: 'failed' | 'unsent', code: string, message: string): PayoutAnswer => ({
  outcome,
  code,
  message,
  trans_id: null,
})
