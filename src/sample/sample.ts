/** A sample business, loaded only into an empty database. Because its passwords are widely known the program then listens on this machine only. */
import { addAccountChecks } from './account-checks.ts'
import { addCards } from './cards.ts'
import { addBanners } from './banners.ts'
import { addBusiness, sample_accounts, type Business, type Hashes } from './business.ts'
import { addLinksAndMaintenance, addPopupsAndPosts } from './content.ts'
import { addDeposits } from './deposits.ts'
import { addConfigFiles } from './config-files.ts'
import { addFoods } from './foods.ts'
import { addFunds, requestHigherLimit } from './funds.ts'
import { addBankAccounts, addPos } from './partners.ts'
import { inParts, type LoadPart, type Report } from './parts.ts'
import { addPrizeTables } from './prizes.ts'
import { addResults } from './results.ts'
import { addPastDraws, addPastTickets, addReturnTerms } from './past-draws.ts'
import { addAlarms, addCashback, addDistribution, addFeeGates, addOrderTimes, addProductDisplay } from './settings.ts'
import { addCustomerGroups, addTills } from './tills.ts'
import { addDiscounts } from './statements.ts'
import { openNumbers } from './ticket-numbers.ts'
import { addTickets } from './tickets.ts'
import { addWallets } from './wallets.ts'
import { addWithdrawals } from './withdrawals.ts'
import type { SampleDevices } from '../simulate/devices.ts'
import type { Db } from '#server/database/transaction.ts'
import type { FileStore } from '#server/files/files.ts'
import { asProgram } from '#server/audit/without-call.ts'
import { hashPassword, oneTimePassword } from '#server/session/password.ts'

const setting = 'sample'

/** Whether it is undecided if this database gets the sample; still true after an interrupted first start. */
export async function isUndecided(db: Db): Promise<boolean> {
  return (await db.selectFrom('setting').select('name').where('name', '=', setting).executeTakeFirst()) === undefined
}

/** Records that this database never gets the sample. */
export async function declineSample(db: Db): Promise<void> {
  await asProgram(db, 'Không nạp dữ liệu mẫu', (trx) => decide(trx, false))
}

async function decide(db: Db, loaded: boolean): Promise<void> {
  const value = JSON.stringify(loaded)
  // When two programs start on one database, the first decides.
  await db
    .insertInto('setting')
    .values({ name: setting, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

interface SampleContext {
  files: FileStore
  /** Stores the keys of the selling tills for the simulation. */
  keepDevices: (devices: SampleDevices) => void
  /** Called for every part that could not be loaded. */
  report: Report
}

/** Loads the sample in one transaction, skipping parts that fail and parts that depend on them. Only the business part is required. */
export async function loadSample(
  db: Db,
  { files, keepDevices, report }: SampleContext,
  password: string,
): Promise<void> {
  const hashes = { sample: await hashPassword(password), unknown: await hashPassword(oneTimePassword()) }
  await inParts(db, { name: 'Nạp dữ liệu mẫu', report }, async (trx, load) => {
    const business = await load('tổ chức và tài khoản', {}, () => addBusiness(trx, hashes))
    await decide(trx, business.is_loaded)
    if (business.is_loaded) await loadAll(trx, load, { files, keepDevices, hashes, ...business.result })
  })
}

interface LoadedBusiness extends Omit<SampleContext, 'report'>, Business {
  hashes: Hashes
}

/** Loads all other parts, in the order of their dependencies. */
async function loadAll(
  db: Db,
  load: LoadPart,
  { files, keepDevices, hashes, person, base_ids, partner_ids }: LoadedBusiness,
) {
  const { user_id: created_by } = person('quantri')
  const { user_id: care_user_id } = person('cskh')
  const cashiers = { maker: person('ketoan'), approver: person('duyetchi') }
  const keepers = { maker: person('quantri'), keeper: person('kho', base_ids[0]!), approver: person('duyetve') }
  const takeNumbers = openNumbers()

  await load('banner', {}, () => addBanners(db, files, created_by))
  await load('link và lịch bảo trì', {}, () => addLinksAndMaintenance(db, person('quantri')))
  await load('điều khoản và hướng dẫn', {}, () => addConfigFiles(db, person('quantri')))
  const foods = await load('món ăn', {}, () => addFoods(db, files, person('quantri')))
  await load('thông báo và bài viết', { foods }, (loaded) => addPopupsAndPosts(db, loaded.foods, person('quantri')))
  const accounts = await load('tài khoản ngân hàng', {}, () => addBankAccounts(db, created_by))
  const all_pos = await load('điểm bán', {}, () =>
    addPos(db, { partner_ids, created_by, care_user_id, password_hash: hashes.unknown }),
  )
  await load('chiết khấu đại lý', {}, () => addDiscounts(db, { partner_ids, created_by }))
  const draws = await load('kỳ quay đã qua', {}, () => addPastDraws(db))
  await load('bảng giải của trò chơi miền Bắc', {}, () =>
    addPrizeTables(db, { maker: person('xulydon'), approver: person('duyetve') }),
  )
  await load('kết quả của các kỳ đã qua', { draws }, () =>
    addResults(db, { maker: person('xulydon'), approver: person('duyetve') }),
  )
  await load('điều kiện hoàn vé', {}, () => addReturnTerms(db, created_by))
  await load('vé của các kỳ đã qua', { draws }, () => addPastTickets(db, keepers, takeNumbers))
  await load('vé của các kỳ đang bán', {}, () => addTickets(db, keepers, takeNumbers))
  const wallets = await load('ví khách hàng', { accounts }, () => addWallets(db, cashiers))
  await load('yêu cầu nạp tiền', { wallets }, (loaded) => addDeposits(db, loaded.wallets, cashiers))
  const funds = await load('quỹ chi trả', {}, () => addFunds(db, cashiers))
  await load('đề nghị đổi giới hạn', { accounts }, () => requestHigherLimit(db, cashiers))
  await load('yêu cầu rút tiền', { wallets, funds }, (loaded) => addWithdrawals(db, loaded.wallets, cashiers))
  await load('lô kiểm tra tài khoản', { wallets }, () => addAccountChecks(db, cashiers))
  await load('kho thẻ trả trước', {}, () => addCards(db, cashiers))
  await load('nhóm khách hàng', { wallets }, () => addCustomerGroups(db, person('quantri')))
  await load('chương trình cashback', {}, () =>
    addCashback(db, { maker: person('quantri'), approver: person('duyetchi') }),
  )
  await load('phí cổng thanh toán', {}, () => addFeeGates(db, person('quantri')))
  await load('thời gian nhận đơn', {}, () => addOrderTimes(db, person('quantri')))
  await load('cảnh báo', {}, () => addAlarms(db, person('quantri')))
  await load('hiển thị sản phẩm', {}, () => addProductDisplay(db, files, person('quantri')))
  await load('cấu hình phân phối', { all_pos }, () =>
    addDistribution(db, { maker: person('quantri'), approver: person('duyetchi') }),
  )
  await load('máy bán hàng', { all_pos, wallets }, async (loaded) =>
    keepDevices(await addTills(db, { wallets: loaded.wallets, created_by, care_user_id })),
  )
}

/** Whether any sample account, whose password may be known to many, still exists. */
export async function hasSample(db: Db): Promise<boolean> {
  const loaded = await db.selectFrom('setting').select('value').where('name', '=', setting).executeTakeFirst()
  if (loaded?.value !== true) return false
  const names = sample_accounts.map(({ user_name }) => user_name)
  const remaining = await db
    .selectFrom('app_user') // unscoped: at the start
    .select('user_id')
    .where('user_name', 'in', names)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return remaining !== undefined
}
