/** A small business with a row in every table: the sample with few days of sales, then work through the real program. */
import { sql, type RawBuilder } from 'kysely'
import { TOTP } from 'otpauth'
import type { sample_accounts } from '../sample/business.ts'
import { loadSample } from '../sample/sample.ts'
import { menu, open_pages } from '../services.ts'
import { loadDevices, saveDevices } from '../simulate/devices.ts'
import { play } from '../simulate/play.ts'
import { shelvesOf } from '../simulate/shelves.ts'
import { listPreference } from '#contract/web-calls/list-preference.ts'
import { listView } from '#contract/web-calls/list-view.ts'
import { accessReview } from '#features/access/access-review/access-review.contract.ts'
import { factorReset, secondFactor } from '#features/access/second-factor/second-factor.contract.ts'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'
import { headsFile } from '#server/audit/heads.ts'
import { prepareDays } from '#features/close/day-close/day-close.jobs.ts'
import { verifyAll } from '#features/close/proof/verify-all.server.ts'
import { payCashback } from '#features/customers/cashback/pay-cashback.server.ts'
import { dataPermission } from '#features/partners/data-permission/data-permission.contract.ts'
import { partner } from '#features/partners/partner/partner.contract.ts'
import { partnerParts } from '#features/partners/partner/partner-parts.contract.ts'
import { pos } from '#features/partners/pos/pos.contract.ts'
import { baseUser } from '#features/tickets/base-user/base-user.contract.ts'
import { makeCalendar } from '#features/tickets/draw-area/calendar.server.ts'
import { storeTicketPage } from '#features/tickets/pages.contract.ts'
import { ticketUpload } from '#features/tickets/ticket-upload/ticket-upload.contract.ts'
import { notificationKind, notifications } from '#features/access/notification/notification.contract.ts'
import { queueDueReports } from '#features/reports/schedule/send-reports.server.ts'
import { queueMails } from '#features/settings/alarm/alarm-mail.server.ts'
import { lookForAlarms } from '#features/settings/alarm/look-for-alarms.server.ts'
import { recordGatewayAnswer } from '#features/wallets/fund/gateway-answer.server.ts'
import { ensureFunds } from '#features/wallets/fund/ensure-funds.server.ts'
import { withdrawals, withdrawalLife } from '#features/wallets/withdrawal/withdrawal.contract.ts'
import { createDb, createPools } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import { openFiles } from '#server/files/files.ts'
import { syncPages } from '#server/program/prepare.ts'
import { waitUntil } from '#server/program/process.ts'
import { asProgram } from '#server/audit/without-call.ts'
import { startProgram } from '#server/testing/program.ts'
import { password, person, type Person } from './office.ts'
import { setPeriod } from './tickets.ts'
import { writeTo } from './write.ts'

/** Days of sample sales that the program still has to load, as after an interrupted start. */
const days_of_sales = 2
const timeout_ms = 30_000

/** Creates the small business in a migrated database; the program has been stopped when it resolves. */
export async function makeLittleBusiness(url: string, data_dir: string): Promise<void> {
  const pools = createPools(url)
  const db = createDb(pools.main)
  try {
    await loadLittleSample(db, data_dir)
    const env = { DATABASE_URL: url, ADMIN_PASSWORD: password, LOG_LEVEL: 'warn' }
    const program = await startProgram({ data_dir, env })
    try {
      await work(program.url, db)
      const devices = loadDevices(data_dir)!
      const shelves = await shelvesOf(url)
      await play({
        url: program.url,
        devices,
        shelves,
        seed: '1',
        rate: 20,
        orders: 60,
        speed: 600,
        say: () => {},
      })
    } finally {
      await program.stop()
    }
    await addCashback(db)
    await addAlarms(db)
    await addSchedule(db)
    await addChannel(db)
    await addErasure(db)
    await asProgram(db, 'Đặt giờ tính', (trx) =>
      trx.updateTable('day_close_config').set({ prepare_at: '00:00' }).execute(),
    )
    const days = await prepareDays(db)
    await verifyAll(db, { url, heads_file: headsFile(data_dir) }, days[0] ?? '2026-01-01')
  } finally {
    await pools.end()
  }
}

async function loadLittleSample(db: Db, data_dir: string): Promise<void> {
  await syncPages(db, menu, open_pages)
  await makeCalendar(db)
  await ensureFunds(db)
  const files = openFiles({ data_dir, s3: null })
  const report = (sentence: string, error?: unknown): never => {
    throw new Error(sentence, { cause: error })
  }
  await loadSample(db, { files, keepDevices: (tills) => saveDevices(data_dir, tills), report }, password)
  const setting = { name: 'sample_sales', value: String(days_of_sales) }
  await writeTo(db, (trx) => trx.insertInto('setting').values(setting).execute())
}

type StaffName = (typeof sample_accounts)[number]['user_name'] | 'admin'

async function work(url: string, db: Db): Promise<void> {
  const personOf = (user_name: StaffName) => person(url, { user_id: 0, user_name })
  const signedIn = async (user_name: StaffName) => {
    const staff = personOf(user_name)
    await staff.signIn(password, { client: 'browser' })
    return staff
  }
  await personOf('daily').raw(signIn.login, { username: 'daily', password: 'Không-phải-mật-khẩu-1' })
  const admin = await signedIn('admin')
  await saveListSettings(admin)
  await addPartnerAndScope(admin, db)
  await loseFactor(admin, await signedIn('cskh'), await userId(db, 'cskh'))
  await payOut([await signedIn('ketoan'), await signedIn('duyetchi')], db)
  await upload(await signedIn('kho'), db)
  await addReportedResult(db)
}

async function saveListSettings(admin: Person): Promise<void> {
  const list_name = 'cms/account list'
  const state = { columns: null, widths: { user_name: 240 }, pinned: [], density: 'compact' as const }
  await admin.call(listPreference.update, { list_name, state })
  await admin.call(listView.add, { list_name, view_name: 'Đang hoạt động', shared: true, query: 'status=1' })
  await admin.call(notifications.change, { muted: [notificationKind.due] })
}

/** Adds a bank account of a partner, a point of sale to a person's data scope, and rights of a store's person. */
async function addPartnerAndScope(admin: Person, db: Db): Promise<void> {
  const [firstPartner] = (await admin.call(partner.list, {})).items
  await admin.call(partnerParts.addBank, {
    partner_id: firstPartner!.partner_id,
    account_type: 1,
    bank_id: 1,
    account_number: '0071000123456',
    account_name: 'CONG TY TNHH TRUONG PHAT',
    status: 1,
  })
  const [shop] = (await admin.call(pos.list, {})).items
  const user_id = await userId(db, 'cskh')
  const { version, pos_group_ids } = await admin.call(dataPermission.get, { user_id })
  await admin.call(dataPermission.set, { user_id, version, pos_group_id: pos_group_ids, pos_id: [shop!.pos_id] })
  const { pages } = await admin.call(baseUser.pages, {})
  const page = pages.find(({ page_url }) => page_url === storeTicketPage.url)!
  const roles = [{ page_id: page.id, role_id: 1 as const }]
  await admin.call(baseUser.configRole, { base_user_id: await userId(db, 'kho'), roles })
}

/** A person enrols an authenticator app, is reviewed, and has a reset requested after losing the phone. */
async function loseFactor(admin: Person, owner: Person, user_id: number): Promise<void> {
  const { factor_id, secret } = await owner.call(secondFactor.beginTotp, {})
  await owner.call(secondFactor.confirmTotp, {
    factor_id,
    factor_name: 'Điện thoại',
    code: new TOTP({ secret }).generate(),
  })
  const [review] = (await admin.call(accessReview.list, { keyword: 'cskh' })).items
  await admin.call(accessReview.confirm, { user_id, right_count: review!.right_count })
  await admin.call(factorReset.ask, { user_id, reason: 'Mất điện thoại' })
}

/** Two people approve withdrawals to MoMo, and MoMo's notification of the payment is awaited. */
async function payOut(approvers: Person[], db: Db): Promise<void> {
  const { items } = await approvers[0]!.call(withdrawals.listMomo, { status: 0, page_size: 3 })
  for (const { withdrawal_id } of items)
    for (const approver of approvers)
      await approver.raw(withdrawals.update, { withdrawal_id, status: withdrawalLife.moves.process.to })
  await until(db, sql`exists (select from gateway_message)`)
}

/** Uploads a ticket file with an invalid line and cancels it. */
async function upload(keeper: Person, db: Db): Promise<void> {
  const { rows } = await sql<{ area_id: number; open_date: string }>`
    select area_id, current_date + 20 as open_date from base_store_area join app_user u using (base_id)
      where u.user_name = 'kho' order by area_id limit 1`.execute(db)
  const draw = rows[0]!
  // On some days none of the store's stations has an open draw, so open one.
  await setPeriod({ db }, draw.area_id, draw.open_date, 'open')
  const file = { name: 've-ngay.csv', bytes: new TextEncoder().encode('Dãy số;Số lượng\n123456;10\nsai;1\n') }
  const { body } = await keeper.raw(ticketUpload.upload, { ...draw }, { file })
  const { upload_id } = body.data as { upload_id: number }
  await until(db, sql`exists (select from ticket_upload_fault)`)
  await keeper.call(ticketUpload.cancel, { upload_id })
  await until(db, sql`to_regclass(${`upload.rows_${upload_id}`}) is null`)
}

/** A result reported by a source, independent of what the simulated sources have reported so far. */
async function addReportedResult(db: Db): Promise<void> {
  await asProgram(db, 'Ghi kết quả nguồn báo', (trx) =>
    sql`insert into feed_report (period_id, source, numbers)
      select period_id, 1, '{"main": ["1", "2", "3"]}' from draw_period where category = 17 order by period_id limit 1`.execute(
      trx,
    ),
  )
}

/** Adds a paid cashback of a completed order, and one that is still to be processed. */
async function addCashback(db: Db): Promise<void> {
  const queueNewestOrder = sql`insert into cashback_event (order_id)
    select order_id from sale_order join wallet_account w using (msisdn) where sale_order.status = 4 and w.status = 1 order by order_id desc limit 1`
  await asProgram(db, 'Ghi cashback', async (trx) => {
    await sql`insert into cashback (name, start_at, end_at, rate, most_per_order, budget)
      values ('Cashback thử', now() - interval '30 days', now(), 100, 1000, 100000)`.execute(trx)
    await queueNewestOrder.execute(trx)
  })
  await payCashback(db)
  await asProgram(db, 'Ghi cashback', (trx) => queueNewestOrder.execute(trx))
}

/** Adds a response of a gateway, and the alarms of the sample's waiting orders with their mails. */
async function addAlarms(db: Db): Promise<void> {
  await recordGatewayAnswer(db, 'bank', null)
  await lookForAlarms(db)
  await queueMails(db)
}

/** Adds a daily report schedule, and the mails of the days on which it was due. */
async function addSchedule(db: Db): Promise<void> {
  await asProgram(db, 'Đặt lịch gửi báo cáo', (trx) =>
    sql`insert into report_schedule (report, frequency, on_day, at, period, query, recipients, created_by, active_since)
      select 'sales', 1, 1, '07:00', 1, 'group_by=pos', array[user_id], user_id, now() - interval '2 days'
      from app_user order by user_id limit 1`.execute(trx),
  )
  await queueDueReports(db)
}

/** Adds a customer's saved bank account, a device's webhook, and a webhook event that has not been delivered. */
async function addChannel(db: Db): Promise<void> {
  await asProgram(db, 'Lưu tài khoản nhận tiền', (trx) =>
    sql`insert into customer_account (account_id, method, bank_id, account_number, account_name)
      select account_id, 1, 1, '0123456789', 'TRAN THI LAN' from wallet_account order by account_id limit 1`.execute(
      trx,
    ),
  )
  await asProgram(db, 'Đặt địa chỉ nhận tin', (trx) =>
    sql`insert into webhook (device_id, url) select device_id, 'https://app.example.vn/ve-so' from sale_order order by order_id desc limit 1`.execute(
      trx,
    ),
  )
  await sql`insert into webhook_event (device_id, order_id, status, reward, reward_tax, version)
    select device_id, order_id, status, reward, reward_tax, version from sale_order join webhook using (device_id) order by order_id desc limit 1`.execute(
    db,
  )
}

async function userId(db: Db, user_name: StaffName): Promise<number> {
  const account = db.selectFrom('app_user').select('user_id').where('user_name', '=', user_name)
  return (await account.executeTakeFirstOrThrow()).user_id
}

async function until(db: Db, condition: RawBuilder<unknown>): Promise<void> {
  const holds = async () => {
    const { rows } = await sql<{ holds: boolean }>`select ${condition} as holds`.execute(db)
    return rows[0]!.holds
  }
  if (!(await waitUntil(holds, timeout_ms))) throw new Error('The program did not finish within the timeout')
}

/** Adds a request to erase personal data that a second person has yet to confirm. */
async function addErasure(db: Db): Promise<void> {
  await writeTo(db, (trx) =>
    sql`insert into erasure_request (msisdn, number_mask, reason, created_by)
      select msisdn, '••• ' || right(msisdn, 3), 'Khách yêu cầu tại quầy', (select min(user_id) from app_user)
      from wallet_account order by account_id limit 1`.execute(trx),
  )
}
