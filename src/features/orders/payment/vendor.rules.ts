/** Where an order's money comes from: a wallet, the point of sale's till, or a source outside. */
import { Failure } from '#contract/errors.ts'

/** The source that stands for customers' wallets. */
const wallet_vendor = 'WALLET'
/** Cash at the counter: the point of sale has the money. */
export const cash_vendor = 'POS'

interface PaidBy {
  vendor_code: string | null
}

/** The customer's wallet was charged, so a refund goes back into it. */
export const fromWallet = ({ vendor_code }: PaidBy) => vendor_code === wallet_vendor
/** The point of sale took it as cash and owes it to the business. */
export const fromTill = ({ vendor_code }: PaidBy) => vendor_code === cash_vendor
/** Neither a wallet nor cash: the source took the money, and names its payment. */
export const fromSource = ({ vendor_code }: PaidBy) => vendor_code !== wallet_vendor && vendor_code !== cash_vendor

/** A till's device must not charge wallets: nothing proves that the customer agreed when it names a phone number. */
export const mayNotCharge = () =>
  new Failure('no_right', { fields: { vendor_code: 'Thiết bị này không được trừ ví khách hàng.' } })
