/** Everything that the program serves: the menu in its order, and every call with its handler. */
import type { MenuGroup, Page } from '#contract/page.ts'
import { accountPage } from '#features/access/account/account.contract.ts'
import { accountSearch } from '#features/access/account/account-find.server.ts'
import accountBulk from '#features/access/account/account-bulk.server.ts'
import { accountsFingerprint } from '#features/access/account/accounts-fingerprint.server.ts'
import accounts from '#features/access/account/account.server.ts'
import { auditPage } from '#features/access/audit/audit.contract.ts'
import audit from '#features/access/audit/audit.server.ts'
import { groupSearch } from '#features/access/group/group-find.server.ts'
import { groupPage } from '#features/access/group/group.contract.ts'
import groups from '#features/access/group/group.server.ts'
import { homePage } from '#features/access/home/home.contract.ts'
import { jobPage } from '#features/access/job/job.contract.ts'
import jobs from '#features/access/job/job.server.ts'
import listViews from '#features/access/list-view/list-view.server.ts'
import searchOver from '#features/access/search/search.server.ts'
import signIn from '#features/access/sign-in/sign-in.server.ts'
import { bannerPage } from '#features/content/banner/banner.contract.ts'
import banners from '#features/content/banner/banner.server.ts'
import files from '#features/content/file/file.server.ts'
import { orderSearch } from '#features/orders/order/order-find.server.ts'
import transactions from '#features/orders/order/order.server.ts'
import { ordersFingerprint } from '#features/orders/order/orders-fingerprint.server.ts'
import { forgetRequests, orderJobs } from '#features/orders/intake/intake.jobs.ts'
import { heldPage, onlinePage, refundPage, transactionPage } from '#features/orders/pages.contract.ts'
import { cancelledDrawJobs } from '#features/orders/refund/cancelled-draw.jobs.ts'
import cancelledDraws from '#features/orders/refund/cancelled-draw.server.ts'
import transactionProcess from '#features/orders/process/process.server.ts'
import refunds from '#features/orders/refund/refund.server.ts'
import banks from '#features/partners/bank/bank.server.ts'
import bankConfigs from '#features/partners/bank-config/bank-config.server.ts'
import dataPermissions from '#features/partners/data-permission/data-permission.server.ts'
import posGroups from '#features/partners/data-permission/pos-group.server.ts'
import locations from '#features/partners/location/location.server.ts'
import {
  dataPermissionPage,
  depositBankPage,
  mbAccountPage,
  partnerPage,
  posPage,
  rewardBankPage,
} from '#features/partners/pages.contract.ts'
import { partnerSearch } from '#features/partners/partner/partner-find.server.ts'
import partners from '#features/partners/partner/partner.server.ts'
import { posSearch } from '#features/partners/pos/pos-find.server.ts'
import pos from '#features/partners/pos/pos.server.ts'
import usersOfPos from '#features/partners/user-pos/user-pos.server.ts'
import breakdowns from '#features/reports/breakdown/breakdown.server.ts'
import { foldJob } from '#features/reports/fold.jobs.ts'
import { byGroupPage, byPricePage, byTypePage, salesXsdtPage, salesXsktPage } from '#features/reports/pages.contract.ts'
import salesCharts from '#features/reports/sales-chart/sales-chart.server.ts'
import { salesFingerprint } from '#features/reports/sales-fingerprint.server.ts'
import sales from '#features/reports/sales/sales.server.ts'
import { periodPage } from '#features/results/pages.contract.ts'
import gameCalendars from '#features/results/period/calendar.server.ts'
import periods from '#features/results/period/period.server.ts'
import { periodsFingerprint } from '#features/results/period/periods-fingerprint.server.ts'
import categories from '#features/results/product/category.server.ts'
import config from '#features/settings/config/config.server.ts'
import paymentVendors from '#features/settings/payment-vendor/payment-vendor.server.ts'
import baseStores from '#features/tickets/base-store/base-store.server.ts'
import baseUsers from '#features/tickets/base-user/base-user.server.ts'
import drawAreas from '#features/tickets/draw-area/draw-area.server.ts'
import {
  baseStorePage,
  groupApprovalPage,
  importApprovalPage,
  stockHistoryPage,
  storeTicketPage,
  ticketMenu,
  ticketGroupPage,
  ticketPage,
} from '#features/tickets/pages.contract.ts'
import { slipsFingerprint } from '#features/tickets/slips-fingerprint.server.ts'
import stocks from '#features/tickets/stock/stock.server.ts'
import ticketGroups from '#features/tickets/ticket-group/ticket-group.server.ts'
import ticketImports from '#features/tickets/ticket-import/ticket-import.server.ts'
import { sweepUploads, ticketUploadJobs } from '#features/tickets/ticket-upload/ticket-upload.jobs.ts'
import ticketUploads from '#features/tickets/ticket-upload/ticket-upload.server.ts'
import { ticketSearch } from '#features/tickets/xskt-ticket/xskt-ticket-find.server.ts'
import xsktTickets from '#features/tickets/xskt-ticket/xskt-ticket.server.ts'
import { adjustmentsFingerprint } from '#features/wallets/adjustment/adjustments-fingerprint.server.ts'
import deposits from '#features/wallets/deposit/deposit.server.ts'
import { depositsFingerprint } from '#features/wallets/deposit/deposits-fingerprint.server.ts'
import { depositJobs } from '#features/wallets/deposit/statement.jobs.ts'
import moneyConfig from '#features/wallets/money-config/money-config.server.ts'
import {
  bankWithdrawalPage,
  depositPage,
  momoWithdrawalPage,
  rewardAccountPage,
  rewardConfigPage,
  rewardHistoryPage,
  walletHistoryPage,
  walletPage,
} from '#features/wallets/pages.contract.ts'
import { reconciliationJob, reconciliationJobs } from '#features/wallets/reconciliation/reconciliation.jobs.ts'
import reconciliations from '#features/wallets/reconciliation/reconciliation.server.ts'
import { fundJob, fundJobs } from '#features/wallets/reward-account/funds.jobs.ts'
import { fundsFingerprint } from '#features/wallets/reward-account/funds-fingerprint.server.ts'
import rewardAccounts from '#features/wallets/reward-account/reward-account.server.ts'
import { walletSearch } from '#features/wallets/wallet/wallet-find.server.ts'
import wallets from '#features/wallets/wallet/wallet.server.ts'
import { askAgainJob, withdrawalJobs } from '#features/wallets/withdrawal/withdrawal.jobs.ts'
import withdrawals from '#features/wallets/withdrawal/withdrawal.server.ts'
import { withdrawalsFingerprint } from '#features/wallets/withdrawal/withdrawals-fingerprint.server.ts'
import type { SearchProvider } from '#server/search-provider.ts'
import type { Enqueue, CronJob, QueuedJob, JobContext } from '#server/jobs.ts'
import type { Fingerprints } from '#server/live.ts'
import type { Answered } from '#server/serve.ts'

/** Open to everyone who is signed in. */
export const openPages: readonly Page[] = [homePage]

export const menu: readonly MenuGroup[] = [
  { title: 'Tổng quan', icon: 'home', pages: [homePage] },
  { title: 'Điểm bán & đại lý', icon: 'store', pages: [posPage, partnerPage, dataPermissionPage] },
  {
    title: ticketMenu,
    icon: 'ticket',
    pages: [
      ticketPage,
      storeTicketPage,
      importApprovalPage,
      ticketGroupPage,
      groupApprovalPage,
      baseStorePage,
      stockHistoryPage,
    ],
  },
  { title: 'Kỳ & kết quả', icon: 'trophy', pages: [periodPage] },
  { title: 'Giao dịch', icon: 'list', pages: [transactionPage, onlinePage, heldPage, refundPage] },
  {
    title: 'Ví & trả thưởng',
    icon: 'wallet',
    pages: [
      walletPage,
      walletHistoryPage,
      depositPage,
      bankWithdrawalPage,
      momoWithdrawalPage,
      rewardAccountPage,
      rewardHistoryPage,
      rewardConfigPage,
      depositBankPage,
      rewardBankPage,
      mbAccountPage,
    ],
  },
  {
    title: 'Báo cáo',
    icon: 'chart',
    pages: [salesXsktPage, salesXsdtPage, byPricePage, byTypePage, byGroupPage],
  },
  { title: 'Nội dung', icon: 'image', pages: [bannerPage] },
  { title: 'Hệ thống', icon: 'settings', pages: [accountPage, groupPage, auditPage, jobPage] },
]

/** What Ctrl+K finds beside the screens, in this order. */
const searchProviders: readonly SearchProvider[] = [
  orderSearch,
  ticketSearch,
  walletSearch,
  posSearch,
  partnerSearch,
  accountSearch,
  groupSearch,
]

export const services: readonly Answered[] = [
  ...signIn,
  ...accounts,
  ...accountBulk,
  ...groups,
  ...audit,
  ...jobs,
  ...listViews,
  ...searchOver(searchProviders),
  ...partners,
  ...pos,
  ...usersOfPos,
  ...posGroups,
  ...dataPermissions,
  ...locations,
  ...banks,
  ...bankConfigs,
  ...categories,
  ...periods,
  ...gameCalendars,
  ...drawAreas,
  ...baseStores,
  ...baseUsers,
  ...xsktTickets,
  ...ticketImports,
  ...ticketGroups,
  ...ticketUploads,
  ...stocks,
  ...withdrawals,
  ...paymentVendors,
  ...config,
  ...wallets,
  ...deposits,
  ...moneyConfig,
  ...rewardAccounts,
  ...reconciliations,
  ...sales,
  ...breakdowns,
  ...salesCharts,
  ...transactions,
  ...transactionProcess,
  ...refunds,
  ...cancelledDraws,
  ...banners,
  ...files,
]

/** What live screens are told of. */
export const fingerprints: Fingerprints = {
  sales: salesFingerprint,
  periods: periodsFingerprint,
  orders: ordersFingerprint,
  tickets: slipsFingerprint,
  deposits: depositsFingerprint,
  withdrawals: withdrawalsFingerprint,
  adjustments: adjustmentsFingerprint,
  funds: fundsFingerprint,
  accounts: accountsFingerprint,
}

/** What calls ask to be done after them. */
export const queuedJobs = (place: JobContext): QueuedJob[] => [
  ...ticketUploadJobs(place),
  ...withdrawalJobs(place),
  ...fundJobs(place),
  ...reconciliationJobs(place),
  ...cancelledDrawJobs(place),
]

/** What the clock asks for. */
export const cronJobs = (place: JobContext, enqueue: Enqueue): CronJob[] => [
  askAgainJob(place, enqueue),
  fundJob(place),
  reconciliationJob(place, enqueue),
  ...depositJobs(place),
  ...orderJobs(place),
  foldJob(place),
]

/** What is cleared away every hour. */
export const chores = (place: JobContext) => [() => sweepUploads(place), () => forgetRequests(place.main)]
