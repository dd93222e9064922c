/** Test receivers: the last four digits of the wallet or account determine whether a payment fails or is delayed. */

export interface Ending {
  status: 'paid' | 'failed'
  code: string
  /** The payment is pending at first. */
  is_slow: boolean
}

const failed = (code: string): Ending => ({ status: 'failed', code, is_slow: false })
const slow = (status: Ending['status'], code: string): Ending => ({ status, code, is_slow: true })

const of_momo: Readonly<Record<string, Ending>> = {
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

const of_bank: Readonly<Record<string, Ending>> = {
  '1004': failed('OVER_LIMIT'),
  '1007': failed('NO_ACCOUNT'),
  '4001': failed('BLOCKED'),
  '4003': failed('NAME_MISMATCH'),
  '7000': slow('failed', 'NO_ACCOUNT'),
  '7002': slow('paid', '00'),
}

export const momoEnding = (account: string): Ending =>
  of_momo[account.slice(-4)] ?? { status: 'paid', code: '0', is_slow: false }
/** The bank's codes, and one for a number whose holder is not verified. */
const of_telecom: Readonly<Record<string, Ending>> = { ...of_bank, '4002': failed('UNVERIFIED') }

export const telecomEnding = (account: string): Ending =>
  of_telecom[account.slice(-4)] ?? { status: 'paid', code: '00', is_slow: false }
export const bankEnding = (account: string): Ending =>
  of_bank[account.slice(-4)] ?? { status: 'paid', code: '00', is_slow: false }
