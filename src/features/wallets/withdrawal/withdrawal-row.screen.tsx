/** A withdrawal as the screens use it. */
import { phoneText } from '#web/value/format.ts'
import type { RowOf } from '#web/list/use-list.ts'
import type { AnswerOf } from '#contract/call.ts'
import { groupsOfFour } from '#features/partners/bank/account-number.rules.ts'
import type { bankWithdrawalPage, momoWithdrawalPage } from '#features/wallets/pages.contract.ts'
import { withdrawalMethod, type withdrawals } from './withdrawal.contract.ts'

export type WithdrawalRow = RowOf<typeof withdrawals.list>
export type WithdrawalDetailRow = AnswerOf<typeof withdrawals.detail>

/** The two methods have a page each, with rights of their own. */
export type WithdrawalPage = typeof bankWithdrawalPage | typeof momoWithdrawalPage

/** The receiver's number for people: an account in groups of four, a MoMo wallet as a phone number. */
export function receiverNumber({ method, account_number }: WithdrawalRow): string {
  return method === withdrawalMethod.momo ? phoneText(account_number) : groupsOfFour(account_number)
}

/** What is charged to the wallet. */
export const totalOf = ({ amount, fee }: WithdrawalRow) => amount + fee
