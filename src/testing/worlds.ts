/** Data sets for tests of data scope: related rows of every kind, created once for each of several owners. */
import { sql } from 'kysely'
import { transfer } from '#server/ledger/ledger.ts'
import { adjustmentLedger } from '#features/wallets/money.server.ts'
import { openWallet } from '#features/wallets/wallet/wallet.query.server.ts'
import type { Office } from './office.ts'
import { idOf } from './orders.ts'
import { writeTo } from './write.ts'

const keys = [
  'partner_id',
  'pos_group_id',
  'pos_id',
  'partner_bank_id',
  'pos_bank_id',
  'device_id',
  'user_pos_id',
  'user_id',
] as const
/** Ids of one data set by the input names of calls. */
export type Ids = Record<string, number>

/** A partner with an account, and a point of sale with a row of every kind. */
export function partnerWorld({ db: all }: Office, name: string, group_name: string): Promise<Ids> {
  return writeTo(all, async (db) => {
    const keysOf = async (query: ReturnType<typeof sql<Ids>>) =>
      (await query.execute(db)).rows[0] as Record<(typeof keys)[number], number>
    const { partner_id } = await keysOf(
      sql`insert into partner (partner_code, partner_name) values (${name}, ${name}) returning partner_id`,
    )
    const { pos_group_id } = await keysOf(
      sql`insert into pos_group (pos_group_name) values (${group_name}) returning pos_group_id`,
    )
    const { pos_id } = await keysOf(
      sql`insert into pos (pos_code, pos_name, address, province_id, district_id, partner_id, pos_group_id)
        values (${name}, ${name}, '1 Lê Lợi', 79, 760, ${partner_id}, ${pos_group_id}) returning pos_id`,
    )
    const account = sql`1, 1, '0123456789', 'NGUYEN VAN A'`
    const { partner_bank_id } = await keysOf(
      sql`insert into partner_bank (partner_id, account_type, bank_id, account_number, account_name)
        values (${partner_id}, ${account}) returning partner_bank_id`,
    )
    const { pos_bank_id } = await keysOf(
      sql`insert into pos_bank (pos_id, account_type, bank_id, account_number, account_name)
        values (${pos_id}, ${account}) returning pos_bank_id`,
    )
    const { device_id } = await keysOf(
      sql`insert into pos_device (pos_id, device_code, device_name, device_type)
        values (${pos_id}, ${name}, 'Máy bán vé', 1) returning device_id`,
    )
    const { user_pos_id } = await keysOf(
      sql`insert into user_pos (pos_id, user_name, full_name, role, password_hash)
        values (${pos_id}, ${`quay.${name}`}, 'Lê Thị Quầy', 2, '') returning user_pos_id`,
    )
    const { user_id } = await keysOf(
      sql`insert into app_user (user_name, full_name, password_hash, status, partner_id)
        values (${`nv.${name}`}, 'Trần Văn Hành', '', 1, ${partner_id}) returning user_id`,
    )
    return { partner_id, pos_group_id, pos_id, partner_bank_id, pos_bank_id, device_id, user_pos_id, user_id }
  })
}

/** A store with an account and one station, and a row of every kind for the station's next draw. */
export function storeWorld({ db: all }: Office, name: string, area_id: number): Promise<Ids> {
  return writeTo(all, async (db) => {
    const base_id = await idOf(
      db,
      sql`insert into base_store (base_code, base_name) values (${name}, ${name}) returning base_id as id`,
    )
    await sql`insert into base_store_area (area_id, base_id) values (${area_id}, ${base_id})`.execute(db)
    const base_user_id = await idOf(
      db,
      sql`insert into app_user (user_name, full_name, password_hash, status, base_id)
        values (${`kho.${name}`}, ${name}, '', 1, ${base_id}) returning user_id as id`,
    )
    const draw = sql`(select period_id, area_id, open_date from draw_period where area_id = ${area_id} order by open_date limit 1) d`
    const added = (insert: ReturnType<typeof sql>) => idOf(db, insert)
    const ticket_import_id = await added(
      sql`insert into ticket_import (base_id, area_id, open_date, period_id, source, line_count, quantity, amount, note)
        select ${base_id}, area_id, open_date, period_id, 1, 1, 5, 50000, ${name} from ${draw} returning ticket_import_id as id`,
    )
    await sql`insert into ticket_import_line select open_date, ${ticket_import_id}, '123456', '', 5, 10000 from ${draw}`.execute(
      db,
    )
    await sql`select move_stock(d.open_date, d.area_id, ${base_id}, 1::smallint, 5, 1, null, null, ${name}, null) from ${draw}`.execute(
      db,
    )
    const xsdt_ticket_id = await added(
      sql`insert into xskt_ticket (open_date, area_id, base_id, number, series, face_value, price, imported, in_stock)
        select open_date, area_id, ${base_id}, '654321', '', 10000, 10000, 5, 5 from ${draw} returning ticket_id as id`,
    )
    const ticket_group_import_id = await added(
      sql`insert into ticket_group_import (base_id, area_id, open_date, period_id, set_count, quantity, amount, note)
        select ${base_id}, area_id, open_date, period_id, 1, 11, 110000, ${name} from ${draw} returning ticket_group_import_id as id`,
    )
    const ticket_group_id = await added(
      sql`insert into ticket_group (ticket_group_import_id, base_id, area_id, open_date, kind, number, series_count, price)
        select ${ticket_group_import_id}, ${base_id}, area_id, open_date, 1, '222222', 11, 110000 from ${draw} returning ticket_group_id as id`,
    )
    const upload_id = await added(
      sql`insert into ticket_upload (base_id, area_id, open_date, period_id, file_name, file_digest, file_size, spool_name, created_by)
        select ${base_id}, area_id, open_date, period_id, ${`${name}.csv`}, '', 1, ${name}, ${base_user_id} from ${draw} returning upload_id as id`,
    )
    const ticket_return_id = await added(
      sql`insert into ticket_return (base_id, area_id, open_date, period_id, limit_rate, price_rate, reason, created_by)
        select ${base_id}, area_id, open_date, period_id, 10000, 10000, ${name}, ${base_user_id} from ${draw} returning ticket_return_id as id`,
    )
    const of_slips = { ticket_import_id, ticket_group_import_id, ticket_return_id, upload_id }
    const of_tickets = { ...of_slips, xsdt_ticket_id, ticket_group_id }
    return { base_id, base_user_id, area_id, ...of_tickets }
  })
}

/** A customer with a wallet balance, a pending adjustment of it, and a row of every other kind that concerns customers' money. */
export function customerWorld({ db: all }: Office, name: string, msisdn: string): Promise<Ids> {
  return writeTo(all, async (db) => {
    const { account_id, ledger_id } = await openWallet(db, { msisdn, full_name: name })
    const from = await adjustmentLedger(db)
    await transfer(db, { ref: `world:${name}`, kind: 'increase', from, to: ledger_id, amount: 1_000_000, reason: name })
    const { user_id } = await db
      .insertInto('app_user')
      .values({ user_name: `quy.${name}`, full_name: 'Trần Thị Quỹ', password_hash: '', status: 1 })
      .returning('user_id')
      .executeTakeFirstOrThrow()
    const { adjustment_id } = await db
      .insertInto('wallet_adjustment')
      .values({ account_id, direction: 1, amount: 5_000_000, reason: name, status: 1, created_by: user_id })
      .returning('adjustment_id')
      .executeTakeFirstOrThrow()
    const added = (insert: ReturnType<typeof sql>) => idOf(db, insert)
    const limit_change_id = await added(
      sql`insert into limit_change (limit_name, old_value, new_value, created_by)
        values ('adjustment_most', 500000000, 1, ${user_id}) returning limit_change_id as id`,
    )
    const erasure_id = await added(
      sql`insert into erasure_request (msisdn, number_mask, reason, created_by)
        values (${msisdn}, ${name}, ${name}, ${user_id}) returning erasure_id as id`,
    )
    const bank = sql`1, '0001112223'`
    const transfer_id = await added(
      sql`insert into deposit (request_key, account_id, amount, bank_id, account_number, expires_at)
        values (${name}, ${account_id}, 50000, ${bank}, now() + interval '1 day') returning deposit_id as id`,
    )
    const bank_transaction_id = await added(
      sql`insert into bank_transaction (bank_id, account_number, reference, at, amount, content, source, status, problem)
        values (${bank}, 'FT1', now(), 50000, ${name}, 1, 2, 1) returning bank_transaction_id as id`,
    )
    const withdrawal_id = await added(
      sql`insert into withdrawal (request_key, account_id, msisdn, full_name, method, bank_id, account_number, account_name, amount, fee)
        values (${name}, ${account_id}, ${msisdn}, ${name}, 1, 1, '0123456789', ${name}, 50000, 0) returning withdrawal_id as id`,
    )
    const reconciliation_id = await added(
      sql`insert into reconciliation (gateway, day, status) values (1, current_date - 1, 3) returning reconciliation_id as id`,
    )
    const finding_id = await added(
      sql`insert into reconciliation_finding (reconciliation_id, kind, order_id, detail)
        values (${reconciliation_id}, 1, 'x', ${name}) returning finding_id as id`,
    )
    const reward_id = await added(
      sql`insert into reward (order_id, period_id, category, open_date, claim_until, tickets, prizes, gross, tax, fee, form, msisdn, full_name)
        select 1, period_id, category, open_date, open_date + 60, '123456', 'Giải tám', 100000, 0, 0, 1, ${msisdn}, ${name}
        from draw_period order by period_id limit 1 returning reward_id as id`,
    )
    const claim_id = await added(
      sql`insert into reward_claim (reward_id, status, amount, papers, paper_date, full_name, pay_method, created_by)
        values (${reward_id}, 1, 100000, '[{"numbers": "123456", "series": null, "quantity": 1}]', current_date, ${name}, 1, ${user_id})
        returning claim_id as id`,
    )
    const batch_id = await added(
      sql`insert into account_check (name, item_count, waiting_count, created_by) values (${name}, 1, 1, ${user_id}) returning batch_id as id`,
    )
    const item_id = await added(
      sql`insert into account_check_item (batch_id, msisdn, cust_name) values (${batch_id}, ${msisdn}, ${name}) returning item_id as id`,
    )
    // The same ids as the account check, because calls of both kinds are tested with them.
    await sql`insert into reward_batch (batch_id, name, created_by) values (${batch_id}, ${name}, ${user_id})`.execute(
      db,
    )
    await sql`insert into reward_batch_item (item_id, batch_id, reward_id, net, amount) values (${item_id}, ${batch_id}, ${reward_id}, 100000, 100000)`.execute(
      db,
    )
    await sql`insert into card_batch (batch_id, issuer, face_value, key_mark, created_by) values (${batch_id}, ${name}, 100000, 'x', ${user_id})`.execute(
      db,
    )
    const card_id = await added(
      sql`insert into card (batch_id, card_serial, sealed, number_digest, expires_on)
        values (${batch_id}, ${name}, ${Buffer.from(name)}, ${Buffer.from(name)}, current_date) returning card_id as id`,
    )
    const of_bank = { batch_id, item_id, transfer_id, bank_transaction_id, withdrawal_id, reward_id, card_id, claim_id }
    return { account_id, adjustment_id, limit_change_id, erasure_id, ...of_bank, reconciliation_id, finding_id }
  })
}

// Input names of ids that belong to a partner, to a store, and to customers of the head office.
export const of_partners = [
  'partner_id',
  'pos_id',
  'partner_bank_id',
  'pos_bank_id',
  'device_id',
  'user_pos_id',
  'user_id',
  'UserID',
  'only_id',
]
export const of_stores = [
  'base_id',
  'base_user_id',
  'ticket_import_id',
  'ticket_import_ids',
  'xsdt_ticket_id',
  'ticket_group_import_id',
  'ticket_group_import_ids',
  'ticket_group_id',
  'upload_id',
  'ticket_return_id',
]
export const of_customers = [
  'account_id',
  'adjustment_id',
  'limit_change_id',
  'erasure_id',
  'transfer_id',
  'bank_transaction_id',
  'withdrawal_id',
  'reward_id',
  'claim_id',
  'reward_ids',
  'batch_id',
  'item_id',
  'reconciliation_id',
  'finding_id',
]
