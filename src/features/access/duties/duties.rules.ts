/** Segregation of duties: which rights decide over money, and which of them one person should not hold together. */
import { rightKey, type Right } from '#contract/page.ts'
import { accountPage, groupPage } from '#features/access/pages.contract.ts'
import { dayClosePage, partnerStatementPage } from '#features/close/pages.contract.ts'
import { cashbackPage } from '#features/customers/pages.contract.ts'
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
  cashbackPage.approve,
]

/** Rights by which money is paid out. */
const payout_rights: readonly Right[] = [
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
  readonly side_a: readonly Right[]
  readonly side_b: readonly Right[]
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
    side_a: [moneyConfigPage.update],
    side_b: payout_rights,
  },
  {
    key: 'rights_pay',
    title: 'Cấp quyền và chi tiền',
    why: 'Tạo hoặc đặt lại một tài khoản rồi yêu cầu hoặc duyệt bằng tài khoản đó.',
    side_a: [accountPage.add, accountPage.update, groupPage.add, groupPage.update],
    side_b: payout_rights,
  },
  {
    key: 'batch',
    title: 'Lập và duyệt lô trả thưởng',
    why: 'Lập lô rồi nhờ người khác duyệt, hoặc duyệt lô mà mình nhờ lập.',
    side_a: [rewardBatchPage.add],
    side_b: [rewardBatchPage.approve],
  },
  {
    key: 'claim',
    title: 'Nhận vé tại quầy và duyệt trả tại quầy',
    why: 'Nhận vé và trả tiền mà không ai khác thấy tờ vé.',
    side_a: [claimPage.add],
    side_b: [claimPage.approve],
  },
  {
    key: 'receiver_pay',
    title: 'Sửa nơi nhận thưởng và duyệt chi',
    why: 'Đổi người nhận rồi chi cho người đó.',
    side_a: [rewardPage.update],
    side_b: [rewardPage.approve, rewardBatchPage.approve],
  },
  {
    key: 'statement',
    title: 'Nhập sao kê và duyệt nạp tiền',
    why: 'Nhập một dòng tiền không có thật rồi ghi nó vào ví.',
    side_a: [depositPage.add],
    side_b: [depositPage.approve],
  },
  {
    key: 'fund',
    title: 'Nạp rút quỹ chi và duyệt nạp rút',
    why: 'Làm cả hai vai của một lần rút quỹ.',
    side_a: [fundPage.update],
    side_b: [fundPage.approve],
  },
  {
    key: 'stock',
    title: 'Lập và duyệt phiếu nhập vé',
    why: 'Đưa vào kho vé không có thật rồi bán.',
    side_a: [ticketPage.add],
    side_b: [importApprovalPage.approve],
  },
  {
    key: 'result_pay',
    title: 'Xác nhận kết quả và chi thưởng',
    why: 'Công bố một kết quả sai rồi chi thưởng theo nó.',
    side_a: [resultPage.approve],
    side_b: [rewardPage.approve, rewardBatchPage.approve, claimPage.approve],
  },
  {
    key: 'partner',
    title: 'Lập đối soát đại lý và duyệt thanh toán',
    why: 'Ghi nhận một khoản không có thật của đại lý rồi tự duyệt.',
    side_a: [partnerStatementPage.add],
    side_b: [partnerStatementPage.approve],
  },
]

/** The conflicting pairs of which these rights (see `rightKey`) include both sides. */
export function conflictsIn(right_keys: ReadonlySet<string>): DutyConflict[] {
  const includesAny = (rights: readonly Right[]) => rights.some((right) => right_keys.has(rightKey(right)))
  return duty_conflicts.filter(({ side_a, side_b }) => includesAny(side_a) && includesAny(side_b))
}
