import { counting, useRead } from '#web/api.ts'
import { none } from '#web/list-state.ts'
import type { Rights } from '#web/rights.ts'
import { handling, orderStatus } from '#features/orders/order/order.contract.ts'
import { orders, transactions } from '#features/orders/order/transaction.contract.ts'
import { heldPage, onlinePage, refundPage, transactionPage } from '#features/orders/pages.contract.ts'
import { refund } from '#features/orders/refund/refund.contract.ts'
import { processStatus, transactionProcess } from '#features/orders/process/process.contract.ts'
import { groupApprovalPage, importApprovalPage } from '#features/tickets/pages.contract.ts'
import { slipStatus, ticketGroup } from '#features/tickets/ticket-group/ticket-group.contract.ts'
import { importStatus, ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { adjustmentStatus } from '#features/wallets/adjustment/adjustment.contract.ts'
import { bankTransaction, depositStatus, lineStatus, wallet } from '#features/wallets/deposit/deposit.contract.ts'
import {
  bankWithdrawalPage,
  depositPage,
  momoWithdrawalPage,
  rewardAccountPage,
  walletPage,
} from '#features/wallets/pages.contract.ts'
import { reconciliation } from '#features/wallets/reconciliation/reconciliation.contract.ts'
import { accountReward } from '#features/wallets/reward-account/reward-account.contract.ts'
import { accountWallet } from '#features/wallets/wallet/wallet.contract.ts'
import { withdrawal, withdrawalStatus } from '#features/wallets/withdrawal/withdrawal.contract.ts'
import { account, accountPage, accountStatus } from '#features/access/account/account.contract.ts'

/** Work that waits for whoever may do it: where it is, and how much of it. */
export interface Queue {
  url: string
  search: Record<string, string>
  title: string
  explanation: string
  /** Unknown until it is counted. */
  total: number | undefined
}

/** The queues that the person may see; nothing is asked for the others. */
export function useQueues(rights: Rights): Queue[] {
  const allowed = rights.can(account.update) && rights.can(account.list)
  const options = { enabled: allowed, ...counting }
  const requests = useRead(account.list, { status: accountStatus.waiting, part: 'totals' }, options)
  const forgotten = useRead(account.list, { forgot: true, part: 'totals' }, options)
  const slips = [
    ...useWaitingSlips(rights),
    ...useWaitingSets(rights),
    ...useWaitingAdjustments(rights),
    ...useWaitingDeposits(rights),
    ...useWithdrawals(rights),
    ...useFunds(rights),
    ...useWork(rights, onlinePage, handling.online, 'Đơn trực tuyến'),
    ...useWork(rights, heldPage, handling.held, 'Đơn giữ vé'),
    ...useFaultyOrders(rights),
  ]
  if (!allowed) return slips
  return [
    ...slips,
    {
      url: accountPage.url,
      search: { status: String(accountStatus.waiting) },
      title: 'Yêu cầu mở tài khoản',
      explanation: 'Chờ bạn duyệt và gán nhóm',
      total: requests.data?.total,
    },
    {
      url: accountPage.url,
      search: { forgot: 'true' },
      title: 'Báo quên mật khẩu',
      explanation: 'Chờ bạn cấp lại mật khẩu',
      total: forgotten.data?.total,
    },
  ]
}

function useWaitingSlips(rights: Rights): Queue[] {
  const enabled = rights.can(ticketImport.approve) && rights.can(ticketImport.list)
  const options = { enabled, ...counting }
  const waiting = useRead(ticketImport.list, { status: importStatus.waiting, part: 'totals' }, options)
  if (!enabled) return []
  return [
    {
      url: importApprovalPage.url,
      // The page begins with those that wait.
      search: {},
      title: 'Phiếu nhập vé chờ duyệt',
      explanation: 'Vé vào kho khi bạn duyệt',
      total: waiting.data?.total,
    },
  ]
}

function useWaitingSets(rights: Rights): Queue[] {
  const enabled = rights.can(ticketGroup.approve) && rights.can(ticketGroup.importList)
  const options = { enabled, ...counting }
  const waiting = useRead(ticketGroup.importList, { status: slipStatus.waiting, part: 'totals' }, options)
  if (!enabled) return []
  return [
    {
      url: groupApprovalPage.url,
      search: {},
      title: 'Phiếu cặp nguyên chờ duyệt',
      explanation: 'Cặp vào kho khi bạn duyệt',
      total: waiting.data?.total,
    },
  ]
}

function useWaitingAdjustments(rights: Rights): Queue[] {
  const enabled = rights.can(accountWallet.approveAdjustment) && rights.can(accountWallet.adjustments)
  const options = { enabled, ...counting }
  const waiting = useRead(accountWallet.adjustments, { status: adjustmentStatus.waiting, part: 'totals' }, options)
  if (!enabled) return []
  return [
    {
      url: walletPage.url,
      search: { tab: 'adjustments' },
      title: 'Điều chỉnh số dư chờ duyệt',
      explanation: 'Tiền vào, ra ví khi bạn duyệt',
      total: waiting.data?.total,
    },
  ]
}

const ways = [
  { page: bankWithdrawalPage, call: withdrawal.list, to: 'về ngân hàng' },
  { page: momoWithdrawalPage, call: withdrawal.listMomo, to: 'về ví MoMo' },
] as const

function useWithdrawals(rights: Rights): Queue[] {
  return [...useWithdrawalsOf(rights, ways[0]), ...useWithdrawalsOf(rights, ways[1])]
}

function useWithdrawalsOf({ can }: Rights, { page, call, to }: (typeof ways)[number]): Queue[] {
  const { waiting, unknown } = withdrawalStatus
  const enabled = can(page.approve) && can(call)
  const options = { enabled, ...counting }
  const toProcess = useRead(call, { status: waiting, part: 'totals' }, options)
  const inDoubt = useRead(call, { status: unknown, part: 'totals' }, options)
  if (!enabled) return []
  return [
    {
      url: page.url,
      search: { status: String(waiting) },
      title: `Rút tiền ${to} chờ xử lý`,
      explanation: 'Tiền được chi khi bạn xử lý',
      total: toProcess.data?.total,
    },
    {
      url: page.url,
      search: { status: String(unknown) },
      title: `Rút tiền ${to} nghi vấn`,
      explanation: 'Chưa rõ cổng chi trả đã chi hay chưa',
      total: inDoubt.data?.total,
    },
  ]
}

/** Orders that people work on: those to be taken, and those for which it is too late. */
function useWork({ can }: Rights, page: typeof onlinePage | typeof heldPage, way: 1 | 2, title: string): Queue[] {
  const enabled = can(page.work) && can(page.view)
  const { data } = useRead(transactionProcess.summary, { handling: way, open_only: true }, { enabled, ...counting })
  if (!enabled) return []
  const { url } = page
  return [
    {
      url,
      search: {},
      title: `${title} chờ nhận`,
      explanation: 'In hoặc chụp vé, rồi đưa ảnh lên',
      total: data?.waiting,
    },
    {
      url,
      search: { status: String(processStatus.late) },
      title: `${title} quá hạn`,
      explanation: 'Hết giờ mà chưa có vé, cần báo lỗi để hoàn tiền',
      total: data?.late,
    },
    {
      url,
      search: { status: String(processStatus.cancelled) },
      title: `${title} của kỳ đã hủy`,
      explanation: 'Không còn kỳ quay, cần báo lỗi để hoàn tiền',
      total: data?.cancelled,
    },
  ]
}

function useFunds({ can }: Rights): Queue[] {
  const decides = can(accountReward.approveAdjustment) && can(accountReward.adjustments)
  const options = { enabled: decides, ...counting }
  const adjustments = useRead(accountReward.adjustments, { status: adjustmentStatus.waiting, part: 'totals' }, options)
  const low = useRead(accountReward.list, { is_low: true, part: 'totals' }, options)
  const runs = useRead(reconciliation.list, { is_open: true, part: 'totals' }, options)
  if (!decides) return []
  const { url } = rewardAccountPage
  return [
    {
      url,
      search: { tab: 'adjustments' },
      title: 'Nạp, rút quỹ chờ duyệt',
      explanation: 'Ghi sổ khi bạn duyệt',
      total: adjustments.data?.total,
    },
    { url, search: {}, title: 'Quỹ sắp hết', explanation: 'Dưới mức cảnh báo đã đặt', total: low.data?.total },
    {
      url,
      search: { tab: 'reconciliation', is_open: 'true' },
      title: 'Đối soát lệch',
      explanation: 'Còn chênh lệch chưa kết luận',
      total: runs.data?.total,
    },
  ]
}

/** Of whatever day the orders are: the pages begin with today's. */
const ofAllDays = { from_date: none, to_date: none }

function useFaultyOrders({ can }: Rights): Queue[] {
  const decides = can(orders.changeStatus) && can(transactions.list)
  const reported = useRead(
    transactions.list,
    { status: orderStatus.reported, part: 'totals' },
    { enabled: decides, ...counting },
  )
  const confirms = decides && can(refund.list)
  const refunding = useRead(
    refund.list,
    { status: orderStatus.refunding, part: 'totals' },
    { enabled: confirms, ...counting },
  )
  return [
    ...(decides
      ? [
          {
            url: transactionPage.url,
            search: { status: String(orderStatus.reported), ...ofAllDays },
            title: 'Báo lỗi chờ xử lý',
            explanation: 'Khách được hoàn tiền khi bạn duyệt',
            total: reported.data?.total,
          },
        ]
      : []),
    ...(confirms
      ? [
          {
            url: refundPage.url,
            search: { status: String(orderStatus.refunding) },
            title: 'Chờ hoàn tiền',
            explanation: 'Xác nhận khi nguồn thanh toán đã hoàn cho khách',
            total: refunding.data?.total,
          },
        ]
      : []),
  ]
}

function useWaitingDeposits(rights: Rights): Queue[] {
  const enabled = rights.can(wallet.updateTransfer) && rights.can(wallet.list)
  const options = { enabled, ...counting }
  const lines = useRead(bankTransaction.list, { status: lineStatus.waiting, part: 'totals' }, options)
  const matched = useRead(wallet.list, { status: depositStatus.matched, part: 'totals' }, options)
  if (!enabled) return []
  return [
    {
      url: depositPage.url,
      // The page begins with those that wait.
      search: {},
      title: 'Tiền vào cần xử lý',
      explanation: 'Chưa biết là tiền nạp của ai',
      total: lines.data?.total,
    },
    {
      url: depositPage.url,
      search: { tab: 'requests', status: String(depositStatus.matched) },
      title: 'Nạp tiền chờ người thứ hai',
      explanation: 'Tiền vào ví khi bạn xác nhận',
      total: matched.data?.total,
    },
  ]
}

/** The counts of the menu: how much waits on each page. */
export function useWaiting(rights: Rights): Record<string, number> {
  const waiting: Record<string, number> = {}
  for (const { url, total } of useQueues(rights)) waiting[url] = (waiting[url] ?? 0) + (total ?? 0)
  return waiting
}
