/** The personal data of a customer: viewed, handed over, and erased by two people as far as the law allows. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Failure } from '#contract/errors.ts'
import { headsFile, headsWriter } from '#server/audit/heads.ts'
import { verifyAudit } from '#server/audit/verify.ts'
import { createClient } from '#server/database/pool.ts'
import { expireRewards } from '#features/rewards/deadline/expire-rewards.jobs.ts'
import { walletPage } from '#features/wallets/pages.contract.ts'
import { wallets } from '#features/wallets/wallet/wallet.contract.ts'
import { inParallel } from '../../../testing/parallel.ts'
import { openTestWallet } from '../../../testing/money.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { idOf, openPos, order, sell, type SellingPos } from '../../../testing/orders.ts'
import { winning, winRewards } from '../../../testing/rewards.ts'
import { untilWaiting } from '../../../testing/waits.ts'
import { proofs } from '../../../testing/proofs.ts'
import { personalDataPage } from '../pages.contract.ts'
import { erasureStatus, personalData } from './personal-data.contract.ts'

let office: Office
let pos: SellingPos
let an: Person
let binh: Person
beforeAll(async () => {
  office = await openOffice()
  pos = await openPos(office)
  const rights = [...personalDataPage.rights, walletPage.view]
  an = await office.hire(rights)
  binh = await office.hire(rights)
})
afterAll(() => office.close())

const reason = 'Khách đến quầy, đã xem căn cước'
const full_name = 'Đặng Thị Riêng'

interface Customer {
  msisdn: string
  account_id: number
  photo: string
}

/** Creates a customer with every kind of personal data and no open money. */
async function customer(): Promise<Customer> {
  const { msisdn, account_id } = await openTestWallet(office, { full_name })
  const order_id = await order(office, pos, { msisdn, full_name })
  const photo = `claim/giay-to-${account_id}.webp`
  mkdirSync(join(office.data_dir, 'files', 'claim'), { recursive: true })
  writeFileSync(join(office.data_dir, 'files', photo), 'papers')
  await office.write(async (db) => {
    await sql`update sale_order set status = 13 where order_id = ${order_id}`.execute(db)
    await sql`insert into customer_account (account_id, method, bank_id, account_number, account_name)
      values (${account_id}, 1, 1, '0123456789', ${full_name})`.execute(db)
    await sql`insert into group_vip_account (group_vip_id, msisdn, note) select group_vip_id, ${msisdn}, 'Khách quen' from group_vip limit 1`.execute(
      db,
    )
    for (const [key, status] of [
      ['paid', 2],
      ['cancelled', 5],
    ] as const)
      await sql`insert into withdrawal (request_key, account_id, msisdn, full_name, method, bank_id, account_number, account_name, amount, fee, status, finished_at)
        values (${key + msisdn}, ${account_id}, ${msisdn}, ${full_name}, 1, 1, '0123456789', ${full_name}, 50000, 0, ${status}, now())`.execute(
        db,
      )
    const reward = (n: number, status: number, form: number, tax: number) =>
      idOf(
        db,
        sql`insert into reward (order_id, period_id, category, open_date, claim_until, tickets, prizes, gross, tax, fee, form, msisdn, full_name, status, finished_at)
          select ${order_id}::bigint * 10 + ${n}::integer, period_id, category, open_date, open_date + 60, '123456', 'Giải', 20000000, ${tax}, 0, ${form}, ${msisdn}, ${full_name}, ${status}, now()
          from draw_period order by period_id limit 1 returning reward_id as id`,
      )
    await reward(1, 3, 1, 1_000_000)
    await reward(2, 3, 1, 0)
    const expired = await reward(3, 8, 5, 0)
    const claim_id = await idOf(
      db,
      sql`insert into reward_claim (reward_id, status, amount, papers, paper_date, full_name, msisdn, id_number, pay_method, created_by, decided_by, decided_at)
        values (${expired}, 7, 20000000, '[]', current_date, ${full_name}, ${msisdn}, '079190001234', 1, ${an.user_id}, ${binh.user_id}, now())
        returning claim_id as id`,
    )
    await sql`insert into stored_file (path, media_type, bytes, created_by) values (${photo}, 'image/webp', 6, ${an.user_id})`.execute(
      db,
    )
    await sql`insert into reward_claim_photo (image, claim_id, kind) values (${photo}, ${claim_id}, 3)`.execute(db)
  })
  return { msisdn, account_id, photo }
}

const requestErasure = async ({ msisdn }: Pick<Customer, 'msisdn'>) => {
  const { erasure_id, version } = await an.call(personalData.ask, { msisdn: [msisdn], reason })
  return { erasure_id, version }
}
const find = (msisdn: string) => an.call(personalData.find, { msisdn: [msisdn] })

/** The tables whose rows contain the text, except the audit log and the requests that must name the customer. */
async function tablesWith(needle: string): Promise<string[]> {
  const client = createClient(office.database_url)
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('audit_log', 'audit_change', 'command')`)
  const matching = []
  for (const { name } of tables) {
    const holds = `select exists (select from "${name}" t where strpos(to_jsonb(t)::text, $1) > 0) as some`
    const { rows } = await client.query<{ some: boolean }>(holds, [needle])
    if (rows[0]!.some) matching.push(name)
  }
  await client.end()
  return matching.sort()
}

describe('the personal data of a customer', () => {
  test('is counted by kind, with what must be kept and why, and each look is in the audit log', async () => {
    const { msisdn } = await customer()
    const { data_kinds, obstacles, waiting } = await find(`0${msisdn.slice(2)}`)
    expect(obstacles).toEqual([])
    expect(waiting).toBe(null)
    expect(data_kinds.map((kind) => [kind.title, kind.total, kind.kept])).toEqual([
      ['Ví', 1, 0],
      ['Tài khoản nhận tiền đã lưu', 1, 0],
      ['Khách trong nhóm VIP', 1, 0],
      ['Đơn hàng', 1, 0],
      ['Giải thưởng', 3, 1],
      ['Lượt nhận thưởng tại quầy', 1, 0],
      ['Yêu cầu rút tiền', 2, 1],
    ])
    const keptKinds = data_kinds.filter((kind) => kind.kept > 0)
    for (const { ground } of keptKinds) expect(ground).toContain('Luật Kế toán')
    const { rows } = await sql`
      select 1 from audit_log where call = 'POST cms/personal_data/find' and user_id = ${an.user_id}
        and input::text like ${`%${msisdn}%`}`.execute(office.db)
    expect(rows).toHaveLength(1)
  })

  test('is handed over row by row', async () => {
    const { msisdn } = await customer()
    const { parts } = await an.call(personalData.handOver, { msisdn: [msisdn] })
    const withdrawals = parts.find(({ title }) => title === 'Yêu cầu rút tiền')!
    expect(withdrawals.columns).toContain('Số tài khoản')
    expect(withdrawals.rows).toHaveLength(2)
    expect(withdrawals.rows[0]).toEqual(expect.arrayContaining([full_name, '0123456789', '50000']))
  })

  test('can be neither viewed nor erased by people of a partner, whatever their rights', async () => {
    const { rows } = await sql<{ partner_id: number }>`select partner_id from partner limit 1`.execute(office.db)
    const operator = await office.hire([...personalDataPage.rights], { partner_id: rows[0]!.partner_id })
    const { msisdn } = await customer()
    await expect(operator.call(personalData.find, { msisdn: [msisdn] })).rejects.toMatchObject({ code: 169 })
    await expect(operator.call(personalData.ask, { msisdn: [msisdn], reason })).rejects.toMatchObject({ code: 169 })
  })
})

describe('an erasure', () => {
  test('removes the customer from everything but vouchers, including photos of papers', async () => {
    const { msisdn, account_id, photo } = await customer()
    const request = await requestErasure({ msisdn })
    const done = await binh.call(personalData.approve, request)
    expect(done).toMatchObject({ status: erasureStatus.done, msisdn: null, erased: 8, kept: 2 })
    expect(done.subject).toBe(`0${msisdn.slice(2, 5)} ••• ${msisdn.slice(-3)}`)
    expect(await tablesWith(msisdn)).toEqual(['reward', 'withdrawal'])
    const { rows } = await sql`
      select 'reward' as of, tax::text as what from reward where msisdn = ${msisdn}
      union all select 'withdrawal', request_key from withdrawal where msisdn = ${msisdn} order by 1`.execute(office.db)
    expect(rows).toEqual([
      { of: 'reward', what: '1000000' },
      { of: 'withdrawal', what: `paid${msisdn}` },
    ])
    expect(existsSync(join(office.data_dir, 'files', photo))).toBe(false)
    const nobody = `840${String(request.erasure_id).padStart(8, '0')}`
    expect(await an.call(wallets.detail, { account_id })).toMatchObject({
      msisdn: nobody,
      full_name: 'Đã xóa theo yêu cầu',
      status: 0,
      accounts: [],
    })
    // The next owner of the number is a new customer.
    expect((await openTestWallet(office, { msisdn })).account_id).not.toBe(account_id)
    expect(await proofs(office)).toEqual([])
  })

  test('is in the audit log without the erased data, and the log stays verifiable', async () => {
    const { msisdn, account_id } = await customer()
    const request = await requestErasure({ msisdn })
    const transid = crypto.randomUUID()
    await binh.call(personalData.approve, request, { transid })
    const { rows } = await sql<{ table_name: string; change: string }>`
      select table_name, concat(before, after) as change from audit_change join audit_log using (audit_id)
      where transid = ${transid} order by n`.execute(office.db)
    expect(rows.map(({ table_name }) => table_name)).toEqual(
      expect.arrayContaining(['erasure_request', 'customer_account', 'wallet_account', 'withdrawal', 'reward_claim']),
    )
    for (const { change } of rows)
      for (const needle of [msisdn, full_name, '0123456789', '079190001234']) expect(change).not.toContain(needle)
    // The next change of the same row is logged in full.
    await office.write((db) =>
      sql`update wallet_account set full_name = 'Tên sau' where account_id = ${account_id}`.execute(db),
    )
    const { rows: next } = await sql<{ after: { full_name: string } }>`
      select after from audit_change where table_name = 'wallet_account' and row_id = ${String(account_id)}
      order by audit_id desc limit 1`.execute(office.db)
    expect(next[0]!.after).toEqual({ full_name: 'Tên sau' })
    await headsWriter(office.db, headsFile(office.data_dir))()
    const findings: unknown[] = []
    await verifyAudit(office.database_url, headsFile(office.data_dir), (finding) => findings.push(finding))
    expect(findings).toEqual([])
  })

  test('must be approved by another person, and exactly one of twenty parallel approvals succeeds', async () => {
    const { msisdn } = await customer()
    const request = await requestErasure({ msisdn })
    await expect(an.call(personalData.approve, request)).rejects.toMatchObject({ code: 169 })
    await expect(requestErasure({ msisdn })).rejects.toMatchObject({ code: 123 })
    const outcomes = await inParallel(() =>
      binh.call(personalData.approve, request).then(
        () => 'done',
        (error: unknown) => (error instanceof Failure ? error.code : error),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect(new Set(outcomes)).toEqual(new Set(['done', 121]))
    await expect(requestErasure({ msisdn })).rejects.toMatchObject({
      code: 122,
      message: 'Không có dữ liệu nào xóa được cho số này.',
    })
  })

  test('is refused while money is open, also when it opens after the request', async () => {
    const payer = await openTestWallet(office, { balance: 10_000 })
    await expect(requestErasure(payer)).rejects.toMatchObject({
      code: 122,
      message: expect.stringContaining('ví có tiền'),
    })
    const { msisdn } = await customer()
    const request = await requestErasure({ msisdn })
    await sell(office, pos, { msisdn })
    await expect(binh.call(personalData.approve, request)).rejects.toMatchObject({
      code: 122,
      message: 'Chưa xóa được. Còn 1 đơn hàng chưa xong.',
    })
    expect((await find(msisdn)).waiting).toMatchObject({ status: erasureStatus.waiting })
    expect(await binh.call(personalData.reject, { ...request, reason: 'Chờ kỳ quay' })).toMatchObject({
      status: erasureStatus.rejected,
      msisdn: null,
    })
  })

  test('is not kept from a customer by a prize that has expired', async () => {
    const { msisdn } = await openTestWallet(office, { full_name })
    const { reward_ids } = await winRewards(office, [{ number: winning.eighth, msisdn, full_name }])
    await expect(requestErasure({ msisdn })).rejects.toMatchObject({
      message: 'Chưa xóa được. Còn 1 đơn hàng chưa xong. Còn 1 giải thưởng chưa trả.',
    })
    await office.write((db) =>
      sql`update reward set claim_until = current_date - 1 where reward_id = ${reward_ids[0]!}`.execute(db),
    )
    await expireRewards(office.db)
    expect((await find(msisdn)).obstacles).toEqual([])
    const request = await requestErasure({ msisdn })
    expect(await binh.call(personalData.approve, request)).toMatchObject({ status: erasureStatus.done })
    expect(await tablesWith(msisdn)).toEqual([])
    expect(await proofs(office)).toEqual([])
  })

  test('leaves an order that comes while the erasure is already under way to its customer', async () => {
    const { msisdn } = await customer()
    const request = await requestErasure({ msisdn })
    let approval: Promise<unknown> | undefined
    let order_id = 0
    await office.write(async (db) => {
      // The erasure has looked for open orders by the time at which it waits for this row.
      await sql`select from group_vip_account where msisdn = ${msisdn} for update`.execute(db)
      approval = binh.call(personalData.approve, request)
      await untilWaiting(db)
      order_id = await order(office, pos, { msisdn, full_name })
    })
    await approval
    const { rows } = await sql`select msisdn, full_name from sale_order where order_id = ${order_id}`.execute(office.db)
    expect(rows).toEqual([{ msisdn, full_name }])
  })

  test('cannot be faked to hide another change from the audit log', async () => {
    const { account_id } = await customer()
    await office.write(async (db) => {
      await sql`select set_config('app.erasure_id', '1', true)`.execute(db)
      await sql`update wallet_account set full_name = 'Không giấu được' where account_id = ${account_id}`.execute(db)
    })
    const { rows } = await sql<{ after: { full_name: string } }>`
      select after from audit_change where table_name = 'wallet_account' and row_id = ${String(account_id)}
      order by audit_id desc limit 1`.execute(office.db)
    expect(rows[0]!.after).toEqual({ full_name: 'Không giấu được' })
  })
})
