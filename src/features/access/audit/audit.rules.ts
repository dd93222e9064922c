/** The log's tables and columns in the words of the screens, and its changes as a person reads them. */
import type * as z from 'zod/mini'
import { infoOf, shapeOf, type FieldInfo } from '#contract/schema.ts'
import { roleNames, type Role } from '#contract/page.ts'
import { Account, Schedule } from '#features/access/account/account.contract.ts'
import { Group } from '#features/access/group/group.contract.ts'
import { Banner } from '#features/content/banner/banner.contract.ts'
import { OrderDetail } from '#features/orders/order/transaction.contract.ts'
import { BankConfig, MbAccount } from '#features/partners/bank-config/bank-config.contract.ts'
import { DataPermission, PosGroup } from '#features/partners/data-permission/data-permission.contract.ts'
import { Partner, PartnerBank } from '#features/partners/partner/partner.contract.ts'
import { PosDevice } from '#features/partners/pos/pos-device.contract.ts'
import { Pos, PosBank } from '#features/partners/pos/pos.contract.ts'
import { UserPos } from '#features/partners/user-pos/user-pos.contract.ts'
import { PaymentVendor } from '#features/settings/payment-vendor/payment-vendor.contract.ts'
import { Period } from '#features/results/period/period.contract.ts'
import { BaseStore } from '#features/tickets/base-store/base-store.contract.ts'
import { ClosedDay, DrawArea, weekdays } from '#features/tickets/draw-area/draw-area.contract.ts'
import { Stock } from '#features/tickets/stock/stock.contract.ts'
import { TicketGroup, TicketGroupImport } from '#features/tickets/ticket-group/ticket-group.contract.ts'
import { TicketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { Ticket } from '#features/tickets/xskt-ticket/xskt-ticket.contract.ts'
import { BankLine, Deposit } from '#features/wallets/deposit/deposit.contract.ts'
import { MoneyConfig } from '#features/wallets/money-config/money-config.contract.ts'
import { Finding, Reconciliation } from '#features/wallets/reconciliation/reconciliation.contract.ts'
import { RewardAccount } from '#features/wallets/reward-account/reward-account.contract.ts'
import { Wallet, WalletAdjustment } from '#features/wallets/wallet/wallet.contract.ts'
import { Payout, WithdrawalDetail } from '#features/wallets/withdrawal/withdrawal.contract.ts'

type Fields = Record<string, unknown>

export interface Change {
  table_name: string
  row_id: string
  before: Fields | null
  after: Fields | null
}

const tables: Record<string, { title: string; of?: z.ZodMiniObject }> = {
  app_user: { title: 'Tài khoản', of: Account },
  user_group: { title: 'Nhóm người dùng', of: Group },
  group_member: { title: 'Thành viên nhóm' },
  group_page: { title: 'Quyền của nhóm' },
  user_page: { title: 'Quyền của người dùng kho' },
  partner: { title: 'Đại lý', of: Partner },
  partner_bank: { title: 'Ngân hàng của đại lý', of: PartnerBank },
  pos: { title: 'POS', of: Pos },
  pos_bank: { title: 'Ngân hàng của POS', of: PosBank },
  pos_device: { title: 'Thiết bị của POS', of: PosDevice },
  pos_group: { title: 'Nhóm điểm bán', of: PosGroup },
  user_pos: { title: 'Tài khoản POS', of: UserPos },
  data_scope: { title: 'Phạm vi dữ liệu', of: DataPermission },
  data_scope_group: { title: 'Nhóm điểm bán được xem' },
  data_scope_pos: { title: 'Điểm bán được xem' },
  bank_config: { title: 'Tài khoản ngân hàng', of: BankConfig },
  bank_balance: { title: 'Số dư ngân hàng', of: MbAccount },
  base_store: { title: 'Kho', of: BaseStore },
  base_store_area: { title: 'Đài của kho' },
  draw_area: { title: 'Đài quay', of: DrawArea },
  draw_area_weekday: { title: 'Ngày quay của đài' },
  draw_closed_day: { title: 'Ngày nghỉ của đài', of: ClosedDay },
  draw_period: { title: 'Kỳ quay', of: Period },
  game: { title: 'Lịch quay của trò chơi' },
  game_closed_day: { title: 'Ngày nghỉ của trò chơi', of: ClosedDay },
  category: { title: 'Sản phẩm' },
  ticket_import: { title: 'Phiếu nhập vé', of: TicketImport },
  ticket_group: { title: 'Vé cặp nguyên', of: TicketGroup },
  ticket_group_import: { title: 'Phiếu nhập vé cặp nguyên', of: TicketGroupImport },
  xskt_ticket: { title: 'Vé', of: Ticket },
  stock: { title: 'Tồn kho vé', of: Stock },
  schedule: { title: 'Ca làm việc', of: Schedule },
  setting: { title: 'Cấu hình' },
  payment_vendor: { title: 'Nguồn thanh toán', of: PaymentVendor },
  wallet_account: { title: 'Ví', of: Wallet },
  wallet_adjustment: { title: 'Điều chỉnh số dư', of: WalletAdjustment },
  money_config: { title: 'Hình thức nhận thưởng', of: MoneyConfig },
  reward_account: { title: 'Quỹ chi', of: RewardAccount },
  reconciliation: { title: 'Đối soát', of: Reconciliation },
  reconciliation_finding: { title: 'Chênh lệch đối soát', of: Finding },
  deposit: { title: 'Yêu cầu nạp tiền', of: Deposit },
  bank_transaction: { title: 'Dòng sao kê', of: BankLine },
  sale_order: { title: 'Đơn hàng', of: OrderDetail },
  withdrawal: { title: 'Yêu cầu rút tiền', of: WithdrawalDetail },
  payout: { title: 'Lệnh chi', of: Payout },
  banner: { title: 'Banner', of: Banner },
  banner_vendor: { title: 'Banner trên nguồn thanh toán' },
  stored_file: { title: 'Tệp' },
}

/** Columns that no contract answers, or not under this name. */
const columns: Record<string, FieldInfo> = {
  user_id: { kind: 'id', label: 'Người dùng' },
  group_id: { kind: 'id', label: 'Nhóm' },
  page_id: { kind: 'id', label: 'Trang' },
  partner_id: { kind: 'id', label: 'Đại lý' },
  pos_id: { kind: 'id', label: 'POS' },
  pos_group_id: { kind: 'id', label: 'Nhóm điểm bán' },
  pos_count: { kind: 'count', label: 'Số điểm bán' },
  province_id: { kind: 'id', label: 'Tỉnh/Thành phố' },
  district_id: { kind: 'id', label: 'Quận/Huyện' },
  bank_id: { kind: 'id', label: 'Ngân hàng' },
  base_id: { kind: 'id', label: 'Kho' },
  schedule_id: { kind: 'id', label: 'Ca làm việc' },
  area_id: { kind: 'id', label: 'Đài' },
  period_id: { kind: 'id', label: 'Kỳ quay' },
  ticket_import_id: { kind: 'id', label: 'Phiếu nhập vé' },
  ticket_group_import_id: { kind: 'id', label: 'Phiếu nhập vé cặp nguyên' },
  weekday: { kind: 'choice', label: 'Ngày quay', options: weekdays.map(([value, label]) => ({ value, label })) },
  category_code: { kind: 'text', label: 'Mã loại vé' },
  category_name: { kind: 'text', label: 'Loại vé' },
  line: { kind: 'text', label: 'Dòng sản phẩm' },
  price_unit: { kind: 'money', label: 'Mệnh giá thường dùng' },
  face_values: { kind: 'list', label: 'Các mệnh giá' },
  approved_by: { kind: 'id', label: 'Người duyệt' },
  approved_at: { kind: 'moment', label: 'Ngày duyệt' },
  changed_by: { kind: 'id', label: 'Người sửa dòng' },
  payment_vendor_id: { kind: 'id', label: 'Nguồn thanh toán' },
  banner_id: { kind: 'id', label: 'Banner' },
  position: { kind: 'count', label: 'Thứ tự' },
  path: { kind: 'text', label: 'Đường dẫn tệp' },
  media_type: { kind: 'text', label: 'Loại tệp' },
  bytes: { kind: 'count', label: 'Dung lượng (byte)' },
  width: { kind: 'count', label: 'Rộng' },
  height: { kind: 'count', label: 'Cao' },
  created_by: { kind: 'id', label: 'Người tạo' },
  account_id: { kind: 'id', label: 'Ví' },
  reward_account_id: { kind: 'id', label: 'Quỹ chi' },
  reconciliation_id: { kind: 'id', label: 'Lần đối soát' },
  started_by: { kind: 'id', label: 'Người đối soát' },
  resolved_by: { kind: 'id', label: 'Người kết luận' },
  ledger_id: { kind: 'id', label: 'Tài khoản sổ cái' },
  decided_by: { kind: 'id', label: 'Người duyệt' },
  transfer_id: { kind: 'id', label: 'Yêu cầu nạp tiền' },
  bank_transaction_id: { kind: 'id', label: 'Dòng sao kê' },
  confirmed_by: { kind: 'id', label: 'Người xác nhận' },
  withdrawal_id: { kind: 'id', label: 'Yêu cầu rút tiền' },
  payout_id: { kind: 'id', label: 'Lệnh chi' },
  request_key: { kind: 'text', label: 'Khóa yêu cầu' },
  request_id: { kind: 'text', label: 'Mã gửi cổng chi trả' },
  role_id: {
    kind: 'choice',
    label: 'Quyền',
    options: Object.entries(roleNames).map(([role, label]) => ({ value: Number(role), label })),
  },
  password_hash: { kind: 'secret', label: 'Mật khẩu' },
  deleted_at: { kind: 'moment', label: 'Ngày xóa' },
  name: { kind: 'text', label: 'Tên' },
  value: { kind: 'text', label: 'Giá trị' },
}

export function tableTitle(table_name: string): string {
  return tables[table_name]?.title ?? table_name
}

function columnInfo(table_name: string, column: string): FieldInfo {
  const of = tables[table_name]?.of
  const schema = of && shapeOf(of)[column]
  const own = schema && infoOf(schema)
  // The key of a row has the label 'STT' in its own list.
  const named = own?.kind === 'id' ? (columns[column] ?? own) : (own ?? columns[column])
  return named ?? { kind: 'text', label: column }
}

/** What happened to the row. */
export type Deed = 'added' | 'changed' | 'removed'
export const deeds: Record<Deed, string> = { added: 'Thêm', changed: 'Sửa', removed: 'Xóa' }

export function deedOf({ before, after }: Change): Deed {
  if (before === null) return 'added'
  if (after === null) return 'removed'
  // An account that is deleted keeps its row.
  return after.deleted_at ? 'removed' : 'changed'
}

export interface FieldChange {
  name: string
  info: FieldInfo
  before: unknown
  after: unknown
}

/** Field by field, in the order of the contract. What was empty and stays so says nothing, nor does the row's own key. */
export function fieldChanges({ table_name, before, after }: Change): FieldChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const of = tables[table_name]?.of
  const order = of ? Object.keys(shapeOf(of)) : []
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return names
    .map((name) => ({
      name,
      info: columnInfo(table_name, name),
      before: before?.[name] ?? null,
      after: after?.[name] ?? null,
    }))
    .filter(
      (field) =>
        (field.before !== null || field.after !== null) && !(field.info.kind === 'id' && field.name === order[0]),
    )
    .toSorted((a, b) => place(a.name) - place(b.name))
}

export const right_tables: ReadonlySet<string> = new Set(['group_page', 'user_page'])

/** The rights that were given to a group or a person, or taken from them, one line per page: the log has a row for each. */
export interface RightsChange {
  page_id: number
  given: Role[]
  taken: Role[]
}

export function rightsChanges(changes: readonly Change[]): RightsChange[] {
  const pages = new Map<number, RightsChange>()
  for (const { table_name, before, after } of changes) {
    const row = (after ?? before) as { page_id: number; role_id: Role } | null
    if (!right_tables.has(table_name) || !row) continue
    const page = pages.get(row.page_id) ?? { page_id: row.page_id, given: [], taken: [] }
    pages.set(row.page_id, page)
    ;(after ? page.given : page.taken).push(row.role_id)
  }
  for (const { given, taken } of pages.values()) for (const roles of [given, taken]) roles.sort((a, b) => a - b)
  return [...pages.values()]
}
