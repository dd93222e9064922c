/** Wallet use of an app customer: opens the wallet, reads it, requests a deposit and sometimes a withdrawal. */
import type { Customer } from './market.ts'
import type { Answer, Till } from './till.ts'

const channel_path = '/api/xs/channel'
const amount = 200_000
const min_withdrawal = 50_000

/** @param visit unique name of this visit, from which the transids are derived */
export async function visitWallet(
  till: Till,
  visit: string,
  { msisdn, full_name }: Customer,
  refuse: (action: string, answer: Answer) => void,
): Promise<void> {
  const openAnswer = await till('POST', `${channel_path}/wallet/open`, { transid: `${visit}-open`, msisdn, full_name })
  if (openAnswer.code !== 0) return refuse('mở ví', openAnswer)
  const deposit = await till('POST', `${channel_path}/deposit/create`, { transid: `${visit}-deposit`, msisdn, amount })
  if (deposit.code !== 0) refuse('nạp ví', deposit)
  const { available } = openAnswer.data as { available: number }
  if (available < amount) return
  const answer = await till('POST', `${channel_path}/withdrawal/create`, {
    transid: `${visit}-withdrawal`,
    msisdn,
    method: 2,
    account_number: msisdn,
    account_name: full_name.toUpperCase(),
    amount: min_withdrawal,
  })
  if (answer.code !== 0) return refuse('rút ví', answer)
  const { withdrawal_id } = answer.data as { withdrawal_id: number }
  const cancellation = await till('POST', `${channel_path}/withdrawal/cancel`, {
    transid: `${visit}-back`,
    msisdn,
    withdrawal_id,
  })
  if (cancellation.code !== 0) refuse('hủy rút ví', cancellation)
}
