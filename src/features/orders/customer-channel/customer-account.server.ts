/** The accounts that a customer's withdrawals are paid to: at a bank or at MoMo. */
import type { AnswerOf } from '#contract/call.ts'
import { Failure } from '#contract/errors.ts'
import { isPhone, msisdn as msisdnOf } from '#contract/fields.ts'
import { messages } from '#contract/messages.ts'
import type { Db } from '#server/database/transaction.ts'
import { customerAccounts } from '#features/wallets/wallet/wallet.query.server.ts'
import { withdrawalMethod, type WithdrawalMethod } from '#features/wallets/withdrawal/withdrawal.contract.ts'
import type { customerChannel } from './customer-channel.contract.ts'
import { lockCustomer } from './customer-channel.query.server.ts'

/** MoMo's number in the list of banks (NAPAS). */
const momo_bin = '971025'

/** The fields as they were sent; each may be missing. */
interface ReceiverInput {
  method?: WithdrawalMethod | null | undefined
  bank_id?: number | null | undefined
  account_number?: string | null | undefined
  account_name?: string | null | undefined
}

interface Receiver {
  method: WithdrawalMethod
  bank_id: number
  account_number: string
  account_name: string
}

/** @throws Failure request_invalid at the fields that are missing or invalid, receiver_phone_invalid for MoMo. */
export async function receiverOf(db: Db, input: ReceiverInput): Promise<Receiver> {
  const { method, bank_id, account_number, account_name } = input
  const is_momo = method === withdrawalMethod.momo
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries({ method, account_number, account_name, ...(!is_momo && { bank_id }) }))
    if (value == null) fields[name] = messages.required
  if (Object.keys(fields).length > 0 || method == null || account_number == null || account_name == null)
    throw new Failure('request_invalid', { fields })
  if (is_momo && !isPhone(account_number)) {
    const { message } = new Failure('receiver_phone_invalid')
    throw new Failure('receiver_phone_invalid', { fields: { account_number: message } })
  }
  const bank = await db
    .selectFrom('bank')
    .select('bank_id')
    .$if(is_momo, (q) => q.where('bin', '=', momo_bin))
    .$if(!is_momo, (q) => q.where('bank_id', '=', bank_id!).where('bin', '<>', momo_bin))
    .executeTakeFirst()
  if (!bank) throw new Failure('request_invalid', { fields: { bank_id: messages.invalid } })
  return {
    method,
    bank_id: bank.bank_id,
    account_number: is_momo ? msisdnOf(account_number) : account_number,
    account_name,
  }
}

type Account = AnswerOf<typeof customerChannel.addAccount>

const max_accounts = 20

/** Adds the account; an existing one gets the new holder's name. */
export async function addAccount(db: Db, msisdn: string, input: ReceiverInput): Promise<Account> {
  // Locked, so that two accounts added at once do not both pass the limit, and none is added to an erased wallet.
  const account_id = await lockCustomer(db, msisdn)
  const receiver = await receiverOf(db, input)
  const { customer_account_id } = await db
    .insertInto('customer_account')
    .values({ account_id, ...receiver })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'bank_id', 'account_number'])
        .doUpdateSet({ account_name: receiver.account_name }),
    )
    .returning('customer_account_id')
    .executeTakeFirstOrThrow()
  const accounts = await customerAccounts(db, account_id)
  if (accounts.length > max_accounts)
    throw new Failure('action_invalid', { message: `Mỗi khách lưu tối đa ${max_accounts} tài khoản nhận tiền.` })
  return accounts.find((account) => account.customer_account_id === customer_account_id)!
}

/** @throws Failure not_found when the customer has no such account. */
export async function findAccount(db: Db, account_id: number, customer_account_id: number): Promise<Account> {
  const accounts = await customerAccounts(db, account_id)
  const account = accounts.find((candidate) => candidate.customer_account_id === customer_account_id)
  if (!account) throw new Failure('not_found', { fields: { customer_account_id: 'Khách không có tài khoản này.' } })
  return account
}

export async function removeAccount(db: Db, msisdn: string, customer_account_id: number): Promise<Account[]> {
  const account_id = await lockCustomer(db, msisdn)
  await findAccount(db, account_id, customer_account_id)
  await db
    .deleteFrom('customer_account')
    .where('customer_account_id', '=', customer_account_id)
    .where('account_id', '=', account_id)
    .execute()
  return customerAccounts(db, account_id)
}
