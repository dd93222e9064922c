/**
 * Further information for a closing: open decisions, funds, failed jobs, and the last results of the full proofs.
 * unscoped: only numbers
 */
import { sql } from 'kysely'
import { moneyText } from '#contract/text/money-text.ts'
import { givenUpJobs } from '#server/jobs/backlog.ts'
import type { Db } from '#server/database/transaction.ts'
import { cashbackRequestStatus } from '#features/customers/cashback/cashback-request.contract.ts'
import { resultStatus } from '#features/results/result/drawn-numbers.contract.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import { importStatus } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { groupSlipStatus } from '#features/tickets/ticket-group/ticket-group.contract.ts'
import { returnLife } from '#features/tickets/ticket-return/return-life.contract.ts'
import { adjustmentStatus } from '#features/wallets/adjustment/adjustment.contract.ts'
import { depositStatus } from '#features/wallets/deposit/deposit.contract.ts'
import { limitStatus } from '#features/wallets/limit/limit.contract.ts'
import { withdrawalStatus } from '#features/wallets/withdrawal/withdrawal.contract.ts'
import { numberText } from '#contract/text/number-text.ts'
import { proofTitles, type ProofName } from './verify-all.server.ts'
import type { DayState } from '#features/close/day-close/day-close.contract.ts'

/** Items created until the day's end that still wait, funds compared with the gateways' reports, failed jobs and full proofs. */
export async function readState(db: Db, day: string): Promise<DayState[]> {
  return [...(await waiting(db, day)), ...(await funds(db)), await jobs(db), ...(await proofs(db))]
}

async function waiting(db: Db, day: string): Promise<DayState[]> {
  const until = sql`${day}::date + 1`
  const { rows } = await sql<{ title: string; count: number; link: string }>`
    select * from (values
      ('Phiếu nhập vé', (select count(*) from ticket_import where status = ${sql.lit(importStatus.waiting)} and created_at < ${until}), '/ve-cho-duyet'),
      ('Phiếu cặp nguyên', (select count(*) from ticket_group_import where status = ${sql.lit(groupSlipStatus.waiting)} and created_at < ${until}), '/ve-cap-nguyen-cho-duyet'),
      ('Phiếu hoàn vé', (select count(*) from ticket_return where status = ${sql.lit(returnLife.status.waiting)} and created_at < ${until}), '/hoan-ve?tab=slips'),
      ('Kết quả chờ xác nhận', (select count(*) from draw_result where status = ${sql.lit(resultStatus.entered)} and entered_at < ${until}), '/danh-sach-ket-qua'),
      ('Điều chỉnh số dư', (select count(*) from wallet_adjustment where status = ${sql.lit(adjustmentStatus.waiting)} and created_at < ${until}), '/danh-sach-tai-khoan-vi?tab=adjustments'),
      ('Nạp tiền chờ xác nhận', (select count(*) from deposit where status = ${sql.lit(depositStatus.matched)} and created_at < ${until}), '/nap-tien-chuyen-khoan?tab=requests'),
      ('Rút tiền chờ xử lý', (select count(*) from withdrawal where status = ${sql.lit(withdrawalStatus.waiting)} and created_at < ${until}), '/yeu-cau-rut-tien-ve-tknh'),
      ('Trả thưởng chờ duyệt', (select count(*) from reward where status = ${sql.lit(rewardStatus.waiting)} and created_at < ${until}), '/lich-su-tra-thuong?status=1'),
      ('Đổi giới hạn', (select count(*) from limit_change where status = ${sql.lit(limitStatus.waiting)} and created_at < ${until}), '/quan-ly-hinh-thuc-nhan-thuong'),
      ('Cashback chờ duyệt', (select count(*) from cashback_request w join cashback c using (cashback_id) where w.status = ${sql.lit(cashbackRequestStatus.waiting)} and w.created_at < ${until} and c.end_at > clock_timestamp()), '/chuong-trinh-cashback?waits=true'),
      ('Báo lỗi, chờ hoàn tiền', (select count(*) from sale_order where status in (${sql.lit(orderStatus.reported)}, ${sql.lit(orderStatus.refunding)}) and ordered_at < ${until}), '/lich-su-giao-dich')
    ) w (title, count, link)`.execute(db)
  const open = rows.filter(({ count }) => count > 0)
  if (open.length === 0) return [{ title: 'Chờ duyệt', value: 'Không còn việc nào', is_well: true, link: null }]
  return open.map(({ title, count, link }) => ({ title, value: `${numberText(count)} chờ`, is_well: false, link }))
}

async function funds(db: Db): Promise<DayState[]> {
  const { rows } = await sql<{ name: string; ours: number; theirs: number | null }>`
    select f.account_name as name, case when f.gateway is null then l.balance else -l.balance end as ours, f.reported_balance as theirs
    from reward_account f join ledger_account l on l.account_id = f.ledger_id where f.reported_balance is not null order by f.account_id`.execute(
    db,
  )
  return rows.map(({ name, ours, theirs }) => ({
    title: name,
    value:
      ours === theirs ? `${moneyText(ours)}, khớp cổng báo` : `sổ ${moneyText(ours)}, cổng báo ${moneyText(theirs!)}`,
    is_well: ours === theirs,
    link: '/tai-khoan-tra-thuong',
  }))
}

async function jobs(db: Db): Promise<DayState> {
  const count = await givenUpJobs(db)
  const value = count === 0 ? 'Không có' : `${numberText(count)} việc`
  return { title: 'Công việc nền đã bỏ', value, is_well: count === 0, link: '/cong-viec-nen' }
}

/** The newest result of a full proof, and whether it could be run since. */
export interface LastProof {
  name: ProofName
  /** When it last ran to its end, or found something; null when it never did. */
  at: string | null
  /** Seconds since 1970. */
  at_s: number | null
  differences: number | null
  /** Why its newest run could not be done; null when it was. */
  fault: string | null
  fault_at: string | null
}

/** The state of each full proof. What a proof found stands until it has run to its end again. */
export async function lastProofs(db: Db): Promise<LastProof[]> {
  const { rows } = await sql<LastProof>`
    select proof.name, to_char(known.at, 'HH24:MI DD/MM/YYYY') as at, extract(epoch from known.at)::double precision as at_s, known.differences,
      newest.fault, case when newest.fault is not null then to_char(newest.at, 'HH24:MI DD/MM/YYYY') end as fault_at
    from unnest(${Object.keys(proofTitles)}::text[]) proof (name)
    left join lateral (select at, fault from verify_run where name = proof.name order by verify_run.at desc limit 1) newest on true
    left join lateral (
      select at, differences from verify_run where name = proof.name and (fault is null or differences > 0) order by verify_run.at desc limit 1
    ) known on true`.execute(db)
  return rows
}

async function proofs(db: Db): Promise<DayState[]> {
  return (await lastProofs(db)).map((proof) => ({
    title: proofTitles[proof.name],
    value: proofText(proof),
    is_well: proof.differences === 0 && proof.fault === null,
    link: null,
  }))
}

function proofText({ at, differences, fault_at }: LastProof): string {
  const result = at === null ? '' : `${differences === 0 ? 'khớp' : `${numberText(differences!)} chỗ lệch`}, ${at}`
  if (fault_at === null) return result || 'Chưa chạy'
  return [`không chạy được lúc ${fault_at}`, result].filter(Boolean).join('; lần trước ')
}
