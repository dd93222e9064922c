/** Test receivers: the last four digits of the wallet or account determine whether a payment fails or is delayed. */

export interface Outcome {
  status: 'paid' | 'failed'
  code: string
  /** The payment is pending at first. */
  is_slow: boolean
}

const failed = (code: string): Outcome => ({ status: 'failed', code, is_slow: false })
const slow = (status: Outcome['status'], code: string): Outcome => ({ status, code, is_slow: true })

const of_momo: Readonly<Record<string, Outcome>> = {
  '1004': failed('1004'),
  '1007': failed('1007'),
  '1008': failed('1008'),
  '1507': failed('1507'),
  '4001': failed('4001'),
  '4002': failed('4002'),
  '4003': failed('4003'),
  '7000': slow('failed', '1007'),
  '7002': slow('paid', '0'),
}

const of_bank: Readonly<Record<string, Outcome>> = {
  '1004': failed('OVER_LIMIT'),
  '1007': failed('NO_ACCOUNT'),
  '4001': failed('BLOCKED'),
  '4003': failed('NAME_MISMATCH'),
  '7000': slow('failed', 'NO_ACCOUNT'),
  '7002': slow('paid', '00'),
}

/** How MoMo pays this wallet or account; paid at once unless its last four digits are in the list. */
export const momoOutcome = (account: string): Outcome =>
  of_momo[account.slice(-4)] ?? { status: 'paid', code: '0', is_slow: false }
/** The bank's codes, and one for a number whose holder is not verified. */
const of_telecom: Readonly<Record<string, Outcome>> = { ...of_bank, '4002': failed('UNVERIFIED') }

/** How the telecom pays this phone number; paid at once unless its last four digits are in the list. */
export const telecomOutcome = (account: string): Outcome =>
  of_telecom[account.slice(-4)] ?? { status: 'paid', code: '00', is_slow: false }
/** How the bank pays this account number; paid at once unless its last four digits are in the list. */
export const bankOutcome = (account: string): Outcome =>
  of_bank[account.slice(-4)] ?? { status: 'paid', code: '00', is_slow: false }
