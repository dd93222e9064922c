/** Erases a person's data. unscoped: on a request that two persons of the head office have confirmed. */
import { sql, type RawBuilder } from 'kysely'
import { Failure } from '#contract/errors.ts'
import { erasedNumber } from '#contract/fields.ts'
import { localPhone } from '#contract/text/phone-text.ts'
import type { Db } from '#server/database/transaction.ts'
import type { FileStore } from '#server/files/files.ts'
import { lockCashback } from '#features/customers/cashback/pay-cashback.server.ts'
import { walletStatus } from '#features/wallets/wallet/wallet-status.contract.ts'
import { claimsOf, is_open_order, isVoucher } from './data-kinds.server.ts'

const erased_name = 'Đã xóa theo yêu cầu'
/** Where an account of six digits at least must stand. */
const erased_account = '000000'
/** The answers of forty days are some gigabytes. */
const search_timeout = '3min'
/** Nothing that a call does may take as long. */
const longest_call = '1 hour'

/** Locks cashback and the wallet, so that no money moves between the check and the erasure. */
export async function lockPerson(db: Db, msisdn: string): Promise<void> {
  await lockCashback(db)
  await sql`select from wallet_account where msisdn = ${msisdn} for update`.execute(db)
}

/**
 * Removes the person from everything that need not be kept. Related rows stay linked by a number that no phone has. This transaction has already
 * moved the request to done, so that the log does not store the erased data again. Repeating it finds nothing.
 */
export async function erase(db: Db, files: FileStore, msisdn: string, erasure_id: number): Promise<void> {
  const nobody = erasedNumber(erasure_id)
  const wallet = sql`(select account_id from wallet_account where msisdn = ${msisdn})`
  await sql`select set_config('app.erasure_id', ${String(erasure_id)}, true)`.execute(db)
  // Before the wallet has another number. A repeat of the request is refused; the account keeps the row from being deleted as a refusal.
  const used_transid = new Failure('request_exists')
  await sql`update channel_request set answer = ${JSON.stringify({ code: used_transid.code, message: used_transid.message, data: null })}::jsonb,
      account_id = coalesce(account_id, ${wallet})
    where order_id is null and (account_id in ${wallet} or answer ->> 'msisdn' = ${msisdn})`.execute(db)
  await sql`delete from customer_account where account_id in ${wallet}`.execute(db)
  await sql`delete from group_vip_account where msisdn = ${msisdn}`.execute(db)
  await sql`update withdrawal w set msisdn = ${nobody}, full_name = ${erased_name}, account_number = ${erased_account},
      account_name = ${erased_name}, version = version + 1
    where account_id in ${wallet} and not ${isVoucher.withdrawal}`.execute(db)
  const photos = await eraseClaims(db, msisdn)
  await sql`update reward r set msisdn = ${nobody}, full_name = null, account_number = null, account_name = null, version = version + 1
    where msisdn = ${msisdn} and not ${isVoucher.reward}`.execute(db)
  // An order that came after the check stays its customer's, who is still to get its tickets and prizes.
  await sql`update sale_order o set msisdn = ${nobody}, full_name = null, version = version + 1
    where msisdn = ${msisdn} and not ${is_open_order}`.execute(db)
  await sql`update cashback_payment set msisdn = ${nobody} where msisdn = ${msisdn}`.execute(db)
  await sql`update account_check_item set msisdn = ${nobody}, cust_name = ${erased_name},
      account_name = case when account_name is not null then ${erased_name} end, version = version + 1
    where msisdn = ${msisdn}`.execute(db)
  await sql`select rename_wallet_ledger(${msisdn}, ${nobody})`.execute(db)
  await sql`update wallet_account set msisdn = ${nobody}, full_name = ${erased_name}, status = ${walletStatus.locked},
      status_reason = ${erased_name}, updated_at = now(), version = version + 1
    where msisdn = ${msisdn}`.execute(db)
  await eraseAnswersWith(db, msisdn, sql`at > now() - ${longest_call}::interval`)
  // Last, because deleting a file cannot be rolled back.
  for (const photo of photos) await files.remove(photo)
}

/**
 * Erases the stored answers in which the number stands, in either form. A repeat of the call is refused. All answers are read, which takes long,
 * so it comes before anything is locked; `erase` looks again at the answers of calls that were under way.
 */
export async function eraseAnswersToStaff(db: Db, msisdn: string): Promise<void> {
  const { rows } = await sql<{ usual: string }>`select current_setting('statement_timeout') as usual`.execute(db)
  await sql`set local statement_timeout = ${sql.lit(search_timeout)}`.execute(db)
  await eraseAnswersWith(db, msisdn, sql`true`)
  await sql`set local statement_timeout = ${sql.lit(rows[0]!.usual)}`.execute(db)
}

/** Erases those that fulfil the condition. */
async function eraseAnswersWith(db: Db, msisdn: string, condition: RawBuilder<unknown>): Promise<void> {
  const local_phone = localPhone(msisdn)
  // What both forms end in comes first, so that most answers are read once.
  await sql`update command set answer = null, digest = ''::bytea
    where ${condition} and strpos(answer::text, ${local_phone.slice(1)}) > 0
      and (strpos(answer::text, ${msisdn}) > 0 or strpos(answer::text, ${local_phone}) > 0)`.execute(db)
}

/** Erases claims that are no vouchers, because nothing was paid, and their photos of papers; gives the files, which the caller deletes. */
async function eraseClaims(db: Db, msisdn: string): Promise<string[]> {
  const erased_claims = sql`(select c.claim_id from reward_claim c where ${claimsOf(msisdn)} and not ${isVoucher.claim})`
  const { rows } = await sql<{ image: string }>`
    delete from reward_claim_photo where claim_id in ${erased_claims} returning image`.execute(db)
  await sql`update reward_claim set msisdn = null, full_name = ${erased_name}, id_number = null, note = null, version = version + 1
    where claim_id in ${erased_claims}`.execute(db)
  const photos = rows.map(({ image }) => image)
  await sql`delete from stored_file where path = any (${photos}::text[])`.execute(db)
  return photos
}
