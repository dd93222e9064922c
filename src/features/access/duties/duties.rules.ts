/** Segregation of duties: which rights decide over money, and which of them one person should not hold together. */
import { rightKey, type Right } from '#contract/page.ts'
import { accountPage } from '#features/access/pages.contract.ts'
import { groupPage } from '#features/access/pages.contract.ts'
import { dayClosePage, partnerStatementPage } from '#features/close/pages.contract.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { resultPage } from '#features/results/pages.contract.ts'
import { cardPage, claimPage, rewardBatchPage, rewardPage } from '#features/rewards/pages.contract.ts'
import {
  bankWithdrawalPage,
  depositPage,
  fundPage,
  moneyConfigPage,
  momoWithdrawalPage,
  walletPage,
} from '#features/wallets/pages.contract.ts'
import { importApprovalPage, ticketPage } from '#features/tickets/pages.contract.ts'

/** Rights that pay money out or set its limits: groups with one of them require a second factor unless their setting says otherwise. */
export const money_approvals: readonly Right[] = [
  walletPage.approve,
  depositPage.approve,
  bankWithdrawalPage.approve,
  momoWithdrawalPage.approve,
  fundPage.approve,
  moneyConfigPage.update,
  transactionPage.approve,
  rewardPage.approve,
  rewardBatchPage.approve,
  cardPage.reveal,
  claimPage.approve,
  partnerStatementPage.approve,
  dayClosePage.approve,
]

/** Rights by which money is paid out. */
const payments: readonly Right[] = [
  walletPage.approve,
  bankWithdrawalPage.approve,
  momoWithdrawalPage.approve,
  rewardPage.approve,
  rewardBatchPage.approve,
  claimPage.approve,
]

export interface DutyConflict {
  readonly key: string
  /** The names of the two sides. */
  readonly title: string
  /** What one person with a right of each side could do. */
  readonly why: string
  readonly one: readonly Right[]
  readonly other: readonly Right[]
}

/**
 * Duties that one person should not hold together. Every single act requires a second person whatever rights people have; these pairs show where one
 * person could be either of the two, so that nobody would notice a fraud.
 */
export const duty_conflicts: readonly DutyConflict[] = [
  {
    key: 'limit_pay',
    title: 'Đặt giới hạn và chi tiền',
    why: 'Tự nâng giới hạn rồi chi trong giới hạn đó.',
    one: [moneyConfigPage.update],
    other: payments,
  },
  {
    key: 'rights_pay',
    title: 'Cấp quyền và chi tiền',
    why: 'Tạo hoặc đặt lại một tài khoản rồi yêu cầu hoặc duyệt bằng tài khoản đó.',
    one: [accountPage.add, accountPage.update, groupPage.add, groupPage.update],
    other: payments,
  },
  {
    key: 'batch',
    title: 'Lập và duyệt lô trả thưởng',
    why: 'Một người làm cả hai vai của lô do người khác lập hoặc duyệt hộ.',
    one: [rewardBatchPage.add],
    other: [rewardBatchPage.approve],
  },
  {
    key: 'claim',
    title: 'Nhận vé tại quầy và duyệt trả tại quầy',
    why: 'Nhận vé và trả tiền mà không ai khác thấy tờ vé.',
    one: [claimPage.add],
    other: [claimPage.approve],
  },
  {
    key: 'receiver_pay',
    title: 'Sửa nơi nhận thưởng và duyệt chi',
    why: 'Đổi người nhận rồi chi cho người đó.',
    one: [rewardPage.update],
    other: [rewardPage.approve, rewardBatchPage.approve],
  },
  {
    key: 'statement',
    title: 'Nhập sao kê và duyệt nạp tiền',
    why: 'Nhập một dòng tiền không có thật rồi ghi nó vào ví.',
    one: [depositPage.add],
    other: [depositPage.approve],
  },
  {
    key: 'fund',
    title: 'Nạp rút quỹ chi và duyệt nạp rút',
    why: 'Làm cả hai vai của một lần rút quỹ.',
    one: [fundPage.update],
    other: [fundPage.approve],
  },
  {
    key: 'stock',
    title: 'Lập và duyệt phiếu nhập vé',
    why: 'Đưa vào kho vé không có thật rồi bán.',
    one: [ticketPage.add],
    other: [importApprovalPage.approve],
  },
  {
    key: 'result_pay',
    title: 'Xác nhận kết quả và chi thưởng',
    why: 'Công bố một kết quả sai rồi chi thưởng theo nó.',
    one: [resultPage.approve],
    other: [rewardPage.approve, rewardBatchPage.approve, claimPage.approve],
  },
  {
    key: 'partner',
    title: 'Lập đối soát đại lý và duyệt thanh toán',
    why: 'Ghi nhận một khoản không có thật của đại lý rồi tự duyệt.',
    one: [partnerStatementPage.add],
    other: [partnerStatementPage.approve],
  },
]

/** The conflicting pairs of which these rights (see `rightKey`) include both sides. */
export function conflictsIn(right_keys: ReadonlySet<string>): DutyConflict[] {
  const includesAny = (rights: readonly Right[]) => rights.some((right) => right_keys.has(rightKey(right)))
  return duty_conflicts.filter(({ one, other }) => includesAny(one) && includesAny(other))
}
