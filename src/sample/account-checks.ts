/** The sample's account checks: winners' names are compared with the simulated telecom's soon after the start. */
import { sql } from 'kysely'
import { actAs, type SamplePerson } from './act.ts'
import { foldedName } from '#features/rewards/account-check/account-name.rules.ts'
import { accountCheck } from '#features/rewards/account-check/account-check.contract.ts'
import accountCheckService from '#features/rewards/account-check/account-check.server.ts'
import type { Db } from '#server/database/transaction.ts'

const names = ['Khách trúng thưởng tuần trước', 'Khách đổi sang Viettel Money']

/** Adds two batches, which a cron job checks within a minute. */
export async function addAccountChecks(db: Db, { maker }: { maker: SamplePerson }): Promise<void> {
  const act = actAs(db, accountCheckService, maker)
  const customers = await customersOf(db)
  for (const [shift, name] of names.entries()) {
    const rows = customers
      .filter((_, index) => index % names.length === shift)
      .map(({ msisdn, full_name }) => ({ msisdn, cust_name: full_name }))
    if (rows.length > 0) await act(accountCheck.create, { name, rows })
  }
}

function customersOf(db: Db): Promise<{ msisdn: string; full_name: string }[]> {
  return db
    .selectFrom('wallet_account') // unscoped: the sample's own
    .select(['msisdn', 'full_name'])
    .orderBy('account_id')
    .execute()
}

interface Telecom {
  subscribe(subscribers: readonly { msisdn: string; name: string }[]): void
}

/** One in nine names is incomplete, and one in 23 belongs to another person. */
const [incomplete_name_every, other_holder_every] = [9, 23]

/** Tells the simulated telecom the holders of the customers' numbers, with a few deviations. */
export async function loadSubscribers(main: Db, telecom: Telecom): Promise<void> {
  const { rows } = await sql<{ msisdn: string; full_name: string }>`
    select distinct i.msisdn, i.cust_name as full_name from account_check_item i join account_check c using (batch_id) -- unscoped: at the start
    where c.name = any(${names}) order by i.msisdn`.execute(main)
  telecom.subscribe(
    rows.map(({ msisdn, full_name }, index) => {
      const words = foldedName(full_name).split(' ')
      if (index % other_holder_every === 5) return { msisdn, name: 'TRAN VAN HOA' }
      const account_words = index % incomplete_name_every === 3 && words.length > 2 ? words.toSpliced(-2, 1) : words
      return { msisdn, name: account_words.join(' ') }
    }),
  )
}
