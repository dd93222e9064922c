/** Payments to accounts at banks (NAPAS 247) over the bank API. */
import { apiPayout } from './api-payout.ts'
import { bankApi } from './bank-api.ts'
import type { PayoutGateway } from './gateway.ts'
import { type ClientPolicy, openCaller } from './http.ts'
import type { BankSettings } from './settings.ts'

export function bankGateway(settings: BankSettings, policy?: Partial<ClientPolicy>): PayoutGateway {
  return apiPayout(bankApi(openCaller('bank', policy), settings), {
    base: '/bank/v1',
    min_amount: 10_000,
    max_amount: 499_999_999,
    receiverOf: (to) =>
      to.kind === 'bank' ? { bin: to.bin, accountNumber: to.account_number, accountName: to.account_name } : null,
    wrong_receiver: 'Cổng ngân hàng chỉ chi về tài khoản ngân hàng.',
  })
}
