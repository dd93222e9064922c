/** The calls by which apps act for customers. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { AnswerOf, Call } from '#contract/call.ts'
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import { bind, type BoundCall } from '#features/orders/channel/bound-call.server.ts'
import type { SignedDevice } from '#features/orders/channel/verifier.server.ts'
import { bindOnce } from '#features/orders/channel/write-once.server.ts'
import { bankConfigType } from '#features/partners/bank-config/bank-config.contract.ts'
import { requestDeposit } from '#features/wallets/deposit/request-deposit.server.ts'
import { customerAccounts, openWallet } from '#features/wallets/wallet/wallet.query.server.ts'
import { requestWithdrawal } from '#features/wallets/withdrawal/request-withdrawal.server.ts'
import { addAccount, findAccount, receiverOf as checkReceiver, removeAccount } from './customer-account.server.ts'
import { customerChannel } from './customer-channel.contract.ts'
import { changeNumber } from './customer-number.server.ts'
import { cancelByCustomer, entriesOf, findCustomer, walletOf, withdrawalOf } from './customer-channel.query.server.ts'

type ReadRunner = <T>(lookUp: (db: Db) => Promise<T>) => Promise<T>
type Input<C extends Call> = z.output<C['input']>

/** @param read runs a look-up in a read-only transaction */
export function bindCustomerCalls(main: Db, read: ReadRunner): BoundCall[] {
  const writing = <C extends Call>(
    call: C,
    work: (db: Db, input: Input<C>, device: SignedDevice) => Promise<AnswerOf<C>>,
  ) => bindOnce(main, call, assertMayAct, work)
  const reading = <C extends Call>(call: C, work: (db: Db, input: Input<C>) => Promise<AnswerOf<C>>) =>
    bind(call, (device, input) => read(async (db) => (await assertMayAct(db, device), work(db, input))))
  const calls = customerChannel
  return [
    writing(calls.openWallet, async (db, { msisdn, full_name }) => {
      await openWallet(db, { msisdn, full_name })
      return walletOf(db, msisdn)
    }),
    writing(calls.rename, async (db, { msisdn, full_name }) => {
      await db
        .updateTable('wallet_account') // unscoped: the customer's own rows
        .set({ full_name, updated_at: sql`now()`, version: sql`version + 1` })
        .where('msisdn', '=', msisdn)
        .where('full_name', '<>', full_name)
        .execute()
      return walletOf(db, msisdn)
    }),
    writing(calls.changePhone, async (db, { msisdn, new_msisdn }) => {
      await changeNumber(db, msisdn, new_msisdn)
      return walletOf(db, new_msisdn)
    }),
    writing(calls.addAccount, (db, input) => addAccount(db, input.msisdn, input)),
    writing(calls.removeAccount, async (db, { msisdn, customer_account_id }) => ({
      items: await removeAccount(db, msisdn, customer_account_id),
    })),
    reading(calls.accounts, async (db, { msisdn }) => ({
      items: await customerAccounts(db, (await findCustomer(db, msisdn)).account_id),
    })),
    writing(calls.createDeposit, createDeposit),
    writing(calls.createWithdrawal, createWithdrawal),
    writing(calls.cancelWithdrawal, (db, { msisdn, withdrawal_id }) => cancelByCustomer(db, msisdn, withdrawal_id)),
    reading(calls.walletStatus, (db, { msisdn }) => walletOf(db, msisdn)),
    reading(calls.walletHistory, async (db, input) => ({ items: await entriesOf(db, input) })),
    reading(calls.withdrawalStatus, (db, { msisdn, withdrawal_id }) => withdrawalOf(db, msisdn, withdrawal_id)),
  ]
}

/** Only a device that may charge wallets acts for customers, because only there a customer can consent. */
async function assertMayAct(db: Db, { device_id }: SignedDevice): Promise<void> {
  const device = await db
    .selectFrom('pos_device') // unscoped: the device's own row
    .select('may_charge_wallets')
    .where('device_id', '=', device_id)
    .executeTakeFirst()
  if (!device?.may_charge_wallets)
    throw new Failure('no_right', { message: 'Thiết bị này không được thao tác ví khách hàng.' })
}

/** The key of a request in its table: the device and its transid, so that a repeat never creates a second one. */
const keyOf = ({ device_id }: SignedDevice, transid: string) => `${device_id}:${transid}`

async function createDeposit(
  db: Db,
  { transid, msisdn, amount, bank_config_id }: Input<typeof customerChannel.createDeposit>,
  device: SignedDevice,
) {
  const { account_id } = await findCustomer(db, msisdn)
  return requestDeposit(db, {
    request_key: keyOf(device, transid),
    account_id,
    amount,
    bank_config_id: bank_config_id ?? (await firstDepositAccount(db)),
  })
}

async function firstDepositAccount(db: Db): Promise<number> {
  const account = await db
    .selectFrom('bank_config') // unscoped: customers may see the accounts that they pay into
    .select('bank_config_id')
    .where('type', '=', bankConfigType.deposit)
    .where('status', '=', 1)
    .where('unconfirmed_by', 'is', null)
    .orderBy('position')
    .orderBy('bank_config_id')
    .executeTakeFirst()
  if (!account) throw new Failure('not_found', { message: 'Chưa có tài khoản nào nhận tiền nạp.' })
  return account.bank_config_id
}

async function createWithdrawal(
  db: Db,
  { transid, msisdn, amount, customer_account_id, ...receiver }: Input<typeof customerChannel.createWithdrawal>,
  device: SignedDevice,
) {
  const { account_id } = await findCustomer(db, msisdn)
  const receiverAccount = await receiverOf(db, receiver, account_id, customer_account_id)
  const withdrawal_id = await requestWithdrawal(db, {
    request_key: keyOf(device, transid),
    account_id,
    amount,
    ...receiverAccount,
  })
  return withdrawalOf(db, msisdn, withdrawal_id)
}

/** The stored account that the request refers to, or the one whose fields it has. */
async function receiverOf(
  db: Db,
  receiver: Parameters<typeof checkReceiver>[1],
  account_id: number,
  customer_account_id: number | null | undefined,
) {
  if (customer_account_id == null) return checkReceiver(db, receiver)
  const filled_fields = Object.entries(receiver).filter(([, value]) => value != null)
  if (filled_fields.length > 0)
    throw new Failure('request_invalid', {
      fields: Object.fromEntries(filled_fields.map(([name]) => [name, 'Bỏ trống khi đã chọn tài khoản đã lưu'])),
    })
  const { method, bank_id, account_number, account_name } = await findAccount(db, account_id, customer_account_id)
  return { method, bank_id, account_number, account_name }
}
