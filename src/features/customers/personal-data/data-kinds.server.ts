/** The data that is stored about one person. unscoped: for people who may see customers' data. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { accountStatus } from '#features/rewards/account-check/account-check.contract.ts'
import { claimStatus } from '#features/rewards/claim/claim.contract.ts'
import { rewardForm, rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import { adjustmentStatus } from '#features/wallets/adjustment/adjustment.contract.ts'
import { depositStatus } from '#features/wallets/deposit/deposit.contract.ts'
import { withdrawalStatus } from '#features/wallets/withdrawal/withdrawal.contract.ts'
import { max_rows } from './personal-data.contract.ts'

/** A kind of rows about a person: how they are found, what is shown of them, and which of them the law requires to keep. */
interface Kind {
  title: string
  fields: string
  effect: string
  ground: string | null
  columns: readonly string[]
  /** `cells` in the order of the columns, and `kept`, newest first. */
  rows: RawBuilder<unknown>
}

/** How long accounting vouchers must be kept: Luật Kế toán 2015, Điều 41; Nghị định 174/2016/NĐ-CP, Điều 13. */
export const voucher_years = 10

const voucher = 'Chứng từ chi tiền: phải giữ 10 năm (Luật Kế toán 2015, Điều 41).'
const taxed = `${voucher} Tên người nhận cũng là căn cứ của thuế đã khấu trừ.`

const isYoung = (moment: RawBuilder<unknown>) =>
  sql<boolean>`${moment} > now() - make_interval(years => ${voucher_years})`

/** SQL conditions under which a withdrawal `w`, a reward `r` or a claim `c` is a voucher: these are kept, the others are erased. */
export const isVoucher = {
  withdrawal: sql<boolean>`(w.status = ${withdrawalStatus.done} and ${isYoung(sql`w.finished_at`)})`,
  /** A reward paid into a wallet is no payment to the outside; a taxed one is reported to the tax office all the same. */
  reward: sql<boolean>`(r.status = ${rewardStatus.paid} and (r.form <> ${rewardForm.wallet} or r.tax > 0) and ${isYoung(sql`r.finished_at`)})`,
  claim: sql<boolean>`(c.status = ${claimStatus.paid} and ${isYoung(sql`coalesce(c.decided_at, c.created_at)`)})`,
}

const walletOf = (msisdn: string) => sql`(select account_id from wallet_account where msisdn = ${msisdn})`
export const claimsOf = (msisdn: string) =>
  sql`(c.msisdn = ${msisdn} or c.reward_id in (select reward_id from reward where msisdn = ${msisdn}))`

const kindsOf = (msisdn: string): Kind[] => [...ofPerson(msisdn), ...ofPurchases(msisdn), ...ofPayments(msisdn)]

const ofPerson = (msisdn: string): Kind[] => [
  {
    title: 'Ví',
    fields: 'họ tên, số điện thoại',
    effect: 'bỏ họ tên và số, khóa ví; sổ cái còn các bút toán không tên.',
    ground: null,
    columns: ['Ví', 'Họ tên', 'Ngày mở'],
    rows: sql`select array[account_id::text, full_name, created_at::text] as cells, false as kept
      from wallet_account where msisdn = ${msisdn}`,
  },
  {
    title: 'Tài khoản nhận tiền đã lưu',
    fields: 'số tài khoản, chủ tài khoản',
    effect: 'xóa hẳn.',
    ground: null,
    columns: ['Ngân hàng', 'Số tài khoản', 'Chủ tài khoản', 'Lưu lúc'],
    rows: sql`select array[b.short_name, a.account_number, a.account_name, a.created_at::text] as cells, false as kept
      from customer_account a join bank b using (bank_id) where a.account_id in ${walletOf(msisdn)}
      order by a.customer_account_id desc`,
  },
  {
    title: 'Khách trong nhóm VIP',
    fields: 'số điện thoại, ghi chú',
    effect: 'xóa hẳn.',
    ground: null,
    columns: ['Nhóm', 'Ghi chú', 'Vào nhóm'],
    rows: sql`select array[g.name, a.note, a.created_at::text] as cells, false as kept
      from group_vip_account a join group_vip g using (group_vip_id) where a.msisdn = ${msisdn}`,
  },
]

const ofPurchases = (msisdn: string): Kind[] => [
  {
    title: 'Đơn hàng',
    fields: 'họ tên, số điện thoại, vé đã mua',
    effect: 'bỏ họ tên và số; đơn và số tiền còn lại không tên.',
    ground: null,
    columns: ['Đơn', 'Đặt lúc', 'Họ tên', 'Tổng tiền', 'Tiền thưởng'],
    rows: sql`select array[order_id::text, ordered_at::text, full_name, total::text, reward::text] as cells, false as kept
      from sale_order where msisdn = ${msisdn} order by order_id desc`,
  },
  {
    title: 'Giải thưởng',
    fields: 'họ tên, số điện thoại, tài khoản nhận',
    effect: 'bỏ họ tên, số và tài khoản của giải trả vào ví không thuế, hết hạn, thu hồi.',
    ground: taxed,
    columns: ['Giải', 'Họ tên', 'Số tài khoản', 'Chủ tài khoản', 'Tiền thưởng', 'Thuế', 'Xong lúc'],
    rows: sql`select array[reward_code, full_name, account_number, account_name, gross::text, tax::text, finished_at::text] as cells,
        ${isVoucher.reward} as kept
      from reward r where msisdn = ${msisdn} order by reward_id desc`,
  },
  {
    title: 'Lượt nhận thưởng tại quầy',
    fields: 'họ tên, số điện thoại, số giấy tờ, ảnh giấy tờ',
    effect: 'bỏ họ tên, số, số giấy tờ và ảnh của lượt bị từ chối.',
    ground: taxed,
    columns: ['Lượt', 'Họ tên', 'Số giấy tờ', 'Mã chuyển khoản', 'Thực nhận', 'Nhận lúc'],
    rows: sql`select array[c.claim_code, c.full_name, c.id_number, c.transfer_ref, c.amount::text, c.created_at::text] as cells,
        ${isVoucher.claim} as kept
      from reward_claim c where ${claimsOf(msisdn)} order by c.claim_id desc`,
  },
]

const ofPayments = (msisdn: string): Kind[] => [
  {
    title: 'Yêu cầu rút tiền',
    fields: 'họ tên, số điện thoại, tài khoản nhận',
    effect: 'bỏ họ tên, số và tài khoản của yêu cầu bị từ chối, đã hủy.',
    ground: voucher,
    columns: ['Yêu cầu', 'Họ tên', 'Số tài khoản', 'Chủ tài khoản', 'Số tiền', 'Tạo lúc'],
    rows: sql`select array[withdrawal_code, full_name, account_number, account_name, amount::text, created_at::text] as cells,
        ${isVoucher.withdrawal} as kept
      from withdrawal w where account_id in ${walletOf(msisdn)} order by withdrawal_id desc`,
  },
  {
    title: 'Tiền khách chuyển đến',
    fields: 'tài khoản và tên người chuyển trên sao kê',
    effect: 'không đổi.',
    ground: 'Sao kê ngân hàng là chứng từ thu tiền: phải giữ 10 năm (Luật Kế toán 2015, Điều 41).',
    columns: ['Tham chiếu', 'Thời gian', 'Số tiền', 'Tài khoản chuyển', 'Người chuyển', 'Nội dung'],
    rows: sql`select array[t.reference, t.at::text, t.amount::text, t.counter_account, t.counter_name, t.content] as cells, true as kept
      from bank_transaction t join deposit d using (deposit_id) where d.account_id in ${walletOf(msisdn)}
      order by t.bank_transaction_id desc`,
  },
  {
    title: 'Cashback',
    fields: 'số điện thoại',
    effect: 'bỏ số; số tiền còn lại không tên.',
    ground: null,
    columns: ['Chương trình', 'Đơn', 'Số tiền', 'Trả lúc'],
    rows: sql`select array[c.name, p.order_id::text, p.amount::text, p.paid_at::text] as cells, false as kept
      from cashback_payment p join cashback c using (cashback_id) where p.msisdn = ${msisdn} order by p.order_id desc`,
  },
  {
    title: 'Kiểm tra tài khoản',
    fields: 'họ tên, số điện thoại, tên chủ tài khoản',
    effect: 'bỏ họ tên và số.',
    ground: null,
    columns: ['Lô', 'Họ tên', 'Chủ tài khoản', 'Kiểm tra lúc'],
    rows: sql`select array[b.name, i.cust_name, i.account_name, i.checked_at::text] as cells, false as kept
      from account_check_item i join account_check b using (batch_id) where i.msisdn = ${msisdn} order by i.item_id desc`,
  },
]

/** How many rows of each kind there are, and how many of them must be kept; kinds without rows are left out. */
export async function dataKindsOf(db: Db, msisdn: string) {
  const kinds = kindsOf(msisdn)
  const counts = kinds.map(
    ({ rows }, n) =>
      sql`select ${n}::integer as n, count(*)::integer as total, (count(*) filter (where kept))::integer as kept from (${rows}) one`,
  )
  const { rows } = await sql<{ n: number; total: number; kept: number }>`
    ${sql.join(counts, sql` union all `)} order by n`.execute(db)
  return rows.flatMap(({ n, total, kept }) => {
    const { title, fields, effect, ground } = kinds[n]!
    return total === 0 ? [] : [{ title, fields, effect, ground, total, kept }]
  })
}

/** The rows themselves, for the file that is handed over. */
export async function personalRows(db: Db, msisdn: string) {
  const parts = []
  for (const { title, columns, rows: all } of kindsOf(msisdn)) {
    const { rows } = await sql<{ cells: (string | null)[] }>`
      select cells from (${all}) one limit ${max_rows}`.execute(db)
    if (rows.length > 0) parts.push({ title, columns: [...columns], rows: rows.map(({ cells }) => cells) })
  }
  return parts
}

const { unpaid, paid, processing, done, won, paying_reward, reported, refunding } = orderStatus
const under_way = [unpaid, paid, processing, done, won, paying_reward, reported, refunding]
/** SQL: the money or prize of order `o` may still move. An expired prize stays unpaid, and its order stays won. */
export const is_open_order = sql<boolean>`(o.status = any (${under_way}::smallint[]) and not (o.status = ${won} and exists (
  select from reward x where x.order_id = o.order_id and x.status = ${rewardStatus.expired})))`

/** Why nothing can be erased yet: the person's money is still moving. */
export async function obstaclesOf(db: Db, msisdn: string): Promise<string[]> {
  const wallet = walletOf(msisdn)
  const open_rewards = [rewardStatus.waiting, rewardStatus.pushing, rewardStatus.unknown, rewardStatus.failed]
  const open_withdrawals = [
    withdrawalStatus.waiting,
    withdrawalStatus.processing,
    withdrawalStatus.cancelling,
    withdrawalStatus.unknown,
  ]
  const { rows } = await sql<{ found: number; why: string }>`
    select count(*)::integer as found, 'đơn hàng chưa xong' as why from sale_order o
      where msisdn = ${msisdn} and ${is_open_order}
    union all select count(*)::integer, 'giải thưởng chưa trả' from reward
      where msisdn = ${msisdn} and status = any (${open_rewards}::smallint[])
    union all select count(*)::integer, 'lượt nhận thưởng chờ duyệt' from reward_claim c
      where c.status = ${claimStatus.waiting} and ${claimsOf(msisdn)}
    union all select count(*)::integer, 'ví có tiền hoặc đang tạm giữ tiền' from wallet_account w
      join ledger_account l on l.account_id = w.ledger_id where w.msisdn = ${msisdn} and (l.balance <> 0 or l.held <> 0)
    union all select count(*)::integer, 'yêu cầu nạp chờ tiền về' from deposit
      where account_id in ${wallet} and status in (${depositStatus.waiting}, ${depositStatus.matched})
    union all select count(*)::integer, 'yêu cầu rút chưa xong' from withdrawal
      where account_id in ${wallet} and status = any (${open_withdrawals}::smallint[])
    union all select count(*)::integer, 'điều chỉnh số dư chờ duyệt' from wallet_adjustment
      where account_id in ${wallet} and status = ${adjustmentStatus.waiting}
    union all select count(*)::integer, 'cashback chờ thu hồi' from cashback_payment
      where msisdn = ${msisdn} and status = 3
    union all select count(*)::integer, 'tài khoản đang được kiểm tra' from account_check_item
      where msisdn = ${msisdn} and status = ${accountStatus.waiting}`.execute(db)
  return rows.filter(({ found }) => found > 0).map(({ found, why }) => `Còn ${found} ${why}.`)
}
