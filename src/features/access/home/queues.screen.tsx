import { isHeadOffice } from '#contract/person.ts'
import { useRead } from '#web/call/api.ts'
import { counting } from '#web/call/counting.ts'
import { removed_filter } from '#web/list/list-state.ts'
import type { Rights } from '#web/session/rights.ts'
import { dayClose } from '#features/close/day-close/day-close.contract.ts'
import { dayClosePage } from '#features/close/pages.contract.ts'
import { handling, orderStatus } from '#features/orders/order/order.contract.ts'
import { orders, transactions } from '#features/orders/order/transaction.contract.ts'
import { heldPage, onlinePage, refundPage, transactionPage } from '#features/orders/pages.contract.ts'
import { refund } from '#features/orders/refund/refund.contract.ts'
import { processStatus, transactionProcess } from '#features/orders/process/process.contract.ts'
import { feed } from '#features/results/feed/feed.contract.ts'
import { sheetPage } from '#features/results/pages.contract.ts'
import { groupApprovalPage, importApprovalPage } from '#features/tickets/pages.contract.ts'
import { groupSlipStatus, ticketGroup } from '#features/tickets/ticket-group/ticket-group.contract.ts'
import { importStatus, ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { adjustmentStatus } from '#features/wallets/adjustment/adjustment.contract.ts'
import { deposits, depositStatus } from '#features/wallets/deposit/deposit.contract.ts'
import { bankWithdrawalPage, depositPage, momoWithdrawalPage, fundPage } from '#features/wallets/pages.contract.ts'
import { reconciliation } from '#features/wallets/reconciliation/reconciliation.contract.ts'
import { lineStatus, statement } from '#features/wallets/statement/statement.contract.ts'
import { funds } from '#features/wallets/fund/fund.contract.ts'
import { fundAdjustment } from '#features/wallets/fund/fund-adjustment.contract.ts'
import { withdrawals, withdrawalStatus } from '#features/wallets/withdrawal/withdrawal.contract.ts'
import { account, accountStatus } from '#features/access/account/account.contract.ts'
import { accountPage } from '#features/access/pages.contract.ts'
import { useApprovals } from './approval-queues.screen.tsx'
import { useDrawQueues } from './draw-queues.screen.tsx'
import { useQueue, type Queue } from './queue.screen.tsx'
import { useReturnQueues } from './return-queues.screen.tsx'

/** The queues that the person may see; nothing is requested for the others. */
export function useQueues(rights: Rights): Queue[] {
  return [
    ...useSlips(rights),
    ...useReturnQueues(rights),
    ...useApprovals(rights),
    ...useDeposits(rights),
    ...useWithdrawals(rights, withdrawal_ways[0]),
    ...useWithdrawals(rights, withdrawal_ways[1]),
    ...useFunds(rights),
    ...useOrders(rights, { page: onlinePage, handling: handling.online, title: 'Đơn trực tuyến' }),
    ...useOrders(rights, { page: heldPage, handling: handling.held, title: 'Đơn giữ vé' }),
    ...useFeedAlarms(rights),
    ...useDrawQueues(rights),
    ...useReports(rights),
    ...useDays(rights),
    ...useAccounts(rights),
  ]
}

/** The counts of the menu: how much waits on each page. */
export function useWaiting(rights: Rights): Record<string, number> {
  const queues = useQueues(rights)
  // A page's count is shown once all of its queues are counted: otherwise it would grow without anything new.
  const uncounted = new Set(queues.flatMap(({ url, total, isFailed }) => (total === undefined && !isFailed ? url : [])))
  const waiting: Record<string, number> = {}
  for (const { url, total, tasks } of queues)
    if (!uncounted.has(url)) waiting[url] = (waiting[url] ?? 0) + (tasks ?? total ?? 0)
  return waiting
}

function useSlips({ can }: Rights): Queue[] {
  // Both pages start with the waiting ones.
  const slips = useQueue(
    can(ticketImport.approve) && can(ticketImport.list),
    ticketImport.list,
    { status: importStatus.waiting },
    {
      url: importApprovalPage.url,
      search: {},
      title: 'Phiếu nhập vé chờ duyệt',
      since: 'created_at',
      sum: 'amount',
      explanation: 'Vé vào kho khi bạn duyệt',
    },
  )
  const sets = useQueue(
    can(ticketGroup.approve) && can(ticketGroup.importList),
    ticketGroup.importList,
    { status: groupSlipStatus.waiting },
    {
      url: groupApprovalPage.url,
      search: {},
      title: 'Phiếu cặp nguyên chờ duyệt',
      since: 'created_at',
      sum: 'amount',
      explanation: 'Cặp vào kho khi bạn duyệt',
    },
  )
  return [...slips, ...sets]
}

function useDeposits({ can }: Rights): Queue[] {
  const enabled = can(deposits.update) && can(deposits.list)
  const { url } = depositPage
  const { matched } = depositStatus
  const lines = useQueue(
    enabled,
    statement.list,
    { status: lineStatus.waiting },
    // The page starts with the waiting ones.
    {
      url,
      search: {},
      title: 'Tiền vào cần xử lý',
      since: 'at',
      sum: 'credit',
      explanation: 'Chưa xác định được khách nạp',
    },
  )
  const requests = useQueue(
    enabled,
    deposits.list,
    { status: matched },
    {
      url,
      search: { tab: 'requests', status: String(matched) },
      title: 'Nạp tiền chờ xác nhận lần hai',
      since: 'created_at',
      sum: 'amount',
      explanation: 'Tiền vào ví khi bạn xác nhận',
    },
  )
  return [...lines, ...requests]
}

const withdrawal_ways = [
  { page: bankWithdrawalPage, call: withdrawals.list, to: 'về ngân hàng' },
  { page: momoWithdrawalPage, call: withdrawals.listMomo, to: 'về ví MoMo' },
] as const

function useWithdrawals({ can }: Rights, { page, call, to }: (typeof withdrawal_ways)[number]): Queue[] {
  const { waiting, unknown } = withdrawalStatus
  const enabled = can(page.approve) && can(call)
  const linkTo = (status: number) => ({ url: page.url, search: { status: String(status) } })
  const toProcess = useQueue(
    enabled,
    call,
    { status: waiting },
    {
      ...linkTo(waiting),
      title: `Rút tiền ${to} chờ xử lý`,
      since: 'created_at',
      sum: 'amount',
      explanation: 'Tiền được chi khi bạn xử lý',
    },
  )
  const inDoubt = useQueue(
    enabled,
    call,
    { status: unknown },
    {
      ...linkTo(unknown),
      title: `Rút tiền ${to} nghi vấn`,
      since: 'created_at',
      sum: 'amount',
      explanation: 'Chưa rõ cổng chi trả đã chi hay chưa',
    },
  )
  return [...toProcess, ...inDoubt]
}

function useFunds({ can }: Rights): Queue[] {
  const enabled = can(fundAdjustment.approve) && can(fundAdjustment.list)
  const { url } = fundPage
  const adjustments = useQueue(
    enabled,
    fundAdjustment.list,
    { status: adjustmentStatus.waiting },
    {
      url,
      search: { tab: 'adjustments' },
      title: 'Nạp, rút quỹ chờ duyệt',
      since: 'created_at',
      sum: 'amount',
      explanation: 'Ghi sổ khi bạn duyệt',
    },
  )
  const low = useQueue(
    enabled,
    funds.list,
    { is_low: true },
    { url, search: {}, title: 'Quỹ sắp hết', explanation: 'Dưới mức cảnh báo đã đặt' },
  )
  const runs = useQueue(
    enabled,
    reconciliation.list,
    { is_open: true },
    {
      url,
      search: { tab: 'reconciliation', is_open: 'true' },
      title: 'Đối soát lệch',
      explanation: 'Còn chênh lệch chưa kết luận',
    },
  )
  return [...adjustments, ...low, ...runs]
}

interface OrderQueue {
  page: typeof onlinePage | typeof heldPage
  handling: typeof handling.online | typeof handling.held
  title: string
}

/** Orders that people work on: those to be taken, and those that are too late. */
function useOrders({ can }: Rights, { page, handling: ofHandling, title }: OrderQueue): Queue[] {
  const enabled = can(page.work) && can(page.view)
  const { data, isError: isFailed } = useRead(
    transactionProcess.summary,
    { handling: ofHandling, open_only: true },
    { enabled, ...counting },
  )
  if (!enabled) return []
  const rows = (search: Queue['search'], total: number | undefined) => ({ url: page.url, search, total, isFailed })
  return [
    {
      ...rows({}, data?.waiting),
      title: `${title} chờ nhận`,
      explanation: 'In hoặc chụp vé, rồi tải ảnh lên',
    },
    {
      ...rows({ status: String(processStatus.late) }, data?.late),
      title: `${title} quá hạn`,
      explanation: 'Hết giờ mà chưa có vé, cần báo lỗi để hoàn tiền',
    },
    {
      ...rows({ status: String(processStatus.cancelled) }, data?.cancelled),
      title: `${title} của kỳ đã hủy`,
      explanation: 'Kỳ quay đã hủy, tiền đang được hoàn',
    },
  ]
}

/** Automatic results that are late, or that differ between the sources. */
function useFeedAlarms({ can }: Rights): Queue[] {
  return useQueue(
    can(feed.alarms) && can(sheetPage.view),
    feed.alarms,
    {},
    {
      url: sheetPage.url,
      search: { region: 'games' },
      title: 'Kết quả tự động trễ hoặc trái nhau',
      explanation: 'Nhập tay, hoặc xem nguồn nào báo sai',
    },
  )
}

/** Over all days: the pages themselves start with today's. */
const ofAllDays = { from_date: removed_filter, to_date: removed_filter }

/** Only the head office decides about refunds, so this waits for nobody else. */
function useReports({ can, me }: Rights): Queue[] {
  const { reported, refunding } = orderStatus
  const decides = isHeadOffice(me) && can(orders.changeStatus)
  const reports = useQueue(
    decides && can(transactions.list),
    transactions.list,
    { status: reported },
    {
      url: transactionPage.url,
      search: { status: String(reported), ...ofAllDays },
      title: 'Báo lỗi chờ xử lý',
      explanation: 'Khách được hoàn tiền khi bạn duyệt',
    },
  )
  const refunds = useQueue(
    decides && can(refund.list),
    refund.list,
    { status: refunding },
    {
      url: refundPage.url,
      search: { status: String(refunding) },
      title: 'Chờ hoàn tiền',
      since: 'ended_at',
      sum: 'refund_amount',
      explanation: 'Xác nhận khi nguồn thanh toán đã hoàn cho khách',
    },
  )
  return [...reports, ...refunds]
}

/** Past days that wait for a signature, without those that the person has signed already. */
function useDays({ can, me }: Rights): Queue[] {
  return useQueue(
    isHeadOffice(me) && can(dayClose.sign) && can(dayClose.list),
    dayClose.list,
    { waits_for_me: true },
    {
      url: dayClosePage.url,
      search: { tab: 'days', waits_for_me: 'true' },
      title: 'Ngày chờ ký chốt',
      explanation: 'Chốt khi hai người ký cùng một số liệu',
    },
  )
}

function useAccounts({ can }: Rights): Queue[] {
  const enabled = can(account.update) && can(account.list)
  const { url } = accountPage
  const { waiting } = accountStatus
  const requests = useQueue(
    enabled,
    account.list,
    { status: waiting },
    {
      url,
      search: { status: String(waiting) },
      title: 'Yêu cầu mở tài khoản',
      since: 'created_at',
      explanation: 'Chờ bạn duyệt và gán nhóm',
    },
  )
  const forgottenQueue = useQueue(
    enabled,
    account.list,
    { forgot: true },
    { url, search: { forgot: 'true' }, title: 'Báo quên mật khẩu', explanation: 'Chờ bạn cấp lại mật khẩu' },
  )
  return [...requests, ...forgottenQueue]
}
