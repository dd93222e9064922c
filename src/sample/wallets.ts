/** The sample's customers: wallets with balances, and manual adjustments, two of which wait for a second person. */
import { sql } from 'kysely'
import { actAs, type SamplePerson } from './act.ts'
import { personName, phoneAt } from './names.ts'
import { postAll, transferPhase } from '#server/ledger/ledger.ts'
import type { Db } from '#server/database/transaction.ts'
import { bankLedger } from '#features/wallets/money.server.ts'
import { wallets } from '#features/wallets/wallet/wallet.contract.ts'
import { walletAdjustment } from '#features/wallets/wallet/wallet-adjustment.contract.ts'
import { openWallet } from '#features/wallets/wallet/wallet.query.server.ts'
import walletService from '#features/wallets/wallet/wallet.server.ts'

const wallet_count = 120
/** First name index of customers, so that their names differ from those of staff and shopkeepers. */
const first_person = 3_000
const first_phone = 700_000

export type SampleWallet = Awaited<ReturnType<typeof openWallet>>

/** Adds wallets and adjustments; 'duyetchi' is the second person for the adjustments of 'ketoan'. */
export async function addWallets(
  db: Db,
  people: { maker: SamplePerson; approver: SamplePerson },
): Promise<SampleWallet[]> {
  const bank = await depositBank(db)
  const openedWallets: SampleWallet[] = []
  for (let n = 0; n < wallet_count; n++)
    openedWallets.push(
      await openWallet(db, { msisdn: phoneAt(first_phone + n * 13), full_name: personName(first_person + n * 7) }),
    )
  const ages = openedWallets.map(({ account_id }, n) => ({ account_id, days: (wallet_count - n) * 2, hours: n % 11 }))
  await sql`
    update wallet_account w set created_at = now() - make_interval(days => x.days, hours => x.hours)
    from jsonb_to_recordset(${JSON.stringify(ages)}::jsonb) x (account_id integer, days integer, hours integer)
    where w.account_id = x.account_id`.execute(db) // unscoped: just opened
  const reason = 'Số dư chuyển từ hệ thống cũ'
  const postings = openedWallets.flatMap(({ account_id, ledger_id }, n) => {
    const ref = `sample-wallet:${account_id}`
    const movement = { ref, kind: 'top_up', from: bank, to: ledger_id, amount: balanceAt(n), reason } as const
    return movement.amount > 0 ? { ...movement, phase: transferPhase.move } : []
  })
  await postAll(db, postings)
  await adjustSome(db, openedWallets, people)
  return openedWallets
}

/** Balance of the n-th wallet in đồng: mostly small, some large, every ninth zero. */
function balanceAt(n: number): number {
  if (n % 9 === 4) return 0
  const thousands = ((n * n * 31 + n * 617) % 980) + 20
  return thousands * (n % 7 === 3 ? 60_000 : 1_000)
}

async function depositBank(db: Db): Promise<number> {
  const { bin, account_number } = await db
    .selectFrom('bank_config as c') // unscoped: the sample's own
    .innerJoin('bank as b', 'b.bank_id', 'c.bank_id')
    .select(['b.bin', 'c.account_number'])
    .where('c.type', '=', 1)
    .where('b.bin', 'is not', null)
    .orderBy('c.position')
    .limit(1)
    .executeTakeFirstOrThrow()
  return bankLedger(db, bin!, account_number)
}

async function adjustSome(
  db: Db,
  opened: readonly SampleWallet[],
  { maker, approver }: { maker: SamplePerson; approver: SamplePerson },
): Promise<void> {
  const [make, decide] = [actAs(db, walletService, maker), actAs(db, walletService, approver)]
  const increase = (n: number, amount: number, reason: string) =>
    make(walletAdjustment.increase, { account_id: opened[n]!.account_id, amount, reason })
  const decrease = (n: number, amount: number, reason: string) =>
    make(walletAdjustment.decrease, { account_id: opened[n]!.account_id, amount, reason })
  await increase(1, 50_000, 'Bù tiền thưởng trả thiếu, vé 482915 đài TP.HCM')
  await increase(2, 200_000, 'Hoàn tiền đơn hàng lỗi in vé, khách gọi tổng đài')
  await decrease(5, 20_000, 'Thu hồi tiền cộng trùng')
  await increase(8, 120_000, 'Bù phí rút tiền thu nhầm')
  const prizeIncrease = await increase(17, 7_500_000, 'Trả thưởng giải tư chưa vào ví, có biên bản đối soát')
  await decide(walletAdjustment.approve, prizeIncrease)
  const refusedIncrease = await increase(20, 6_000_000, 'Khách báo chưa nhận tiền nạp')
  await decide(walletAdjustment.reject, { ...refusedIncrease, reason: 'Sao kê không có giao dịch này' })
  await increase(26, 12_000_000, 'Trả thưởng giải ba vé giữ hộ, đã đối chiếu vé gốc')
  await decrease(richest(opened.length), 5_200_000, 'Thu hồi tiền nạp trùng hai lần cùng một sao kê')
  const lockedWallet = opened[30]!
  await decide(wallets.updateStatus, {
    account_id: lockedWallet.account_id,
    status: 0,
    reason: 'Nghi chiếm đoạt tài khoản, chờ xác minh giấy tờ',
    version: 1,
  })
}

function richest(count: number): number {
  const balances = Array.from({ length: count }, (_, n) => balanceAt(n))
  return balances.indexOf(Math.max(...balances))
}
