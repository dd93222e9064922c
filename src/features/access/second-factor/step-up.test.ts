/** Which calls need a fresh proof of identity, and with which inputs. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { accountBulk } from '#features/access/account/account-bulk.contract.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { manyOrders, orders } from '#features/orders/order/transaction.contract.ts'
import { partnerPayment, paymentKinds } from '#features/close/partner-payment/partner-payment.contract.ts'
import { push } from '#features/rewards/push/push.contract.ts'
import { rewardForm } from '#features/rewards/reward/reward.contract.ts'
import { asOwner } from '#server/testing/as-owner.ts'
import { services } from '../../../services.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'

let office: Office
let admin: Person
beforeAll(async () => {
  office = await openOffice(undefined, { proof_minutes: 10 })
  admin = await office.hire('admin')
  await asOwner(office.db, sql`update session set proved_at = now() - interval '11 minutes'`)
})
afterAll(() => office.close())

const codeOf = async (call: Call, input: Record<string, unknown>) => (await admin.raw(call, input)).body.error.code

const proved_calls = {
  payouts: [
    'POST cms/accountReward/adjustment/approve',
    'POST cms/accountReward/decrease',
    'POST cms/accountReward/increase',
    'POST cms/accountWallet/adjustment/approve',
    'POST cms/accountWallet/decreasedAmount',
    'POST cms/accountWallet/increasedAmount',
    'POST cms/card/batch/export',
    'POST cms/card/reveal',
    'POST cms/cashback/add',
    'POST cms/cashback/approve',
    'POST cms/cashback/update',
    'POST cms/partner_payment/add',
    'POST cms/partner_payment/approve',
    'POST cms/reward/change_receiver',
    'POST cms/reward/claim/approve',
    'POST cms/reward/claim/create',
    'POST cms/reward/push/approve',
    'POST cms/reward/push/retry',
    'POST cms/reward/update/status_push',
    'POST cms/telecom/push_reward/approve',
    'POST cms/telecom/push_reward/resume',
    'POST cms/telecom/push_reward/retry',
    'POST cms/withdrawal/retryAddMoneyMomo',
    'POST cms/withdrawal/update',
    'POST cms/withdrawal/update_batch',
  ],
  refunds: ['POST cms/history/refund/confirm', 'POST cms/order/change_status', 'POST cms/order/many/act'],
  limits: [
    'GET cms/reward_form/delete',
    'POST cms/config/group_price/update',
    'POST cms/config/max_revenue/approve',
    'POST cms/config/max_revenue/update',
    'POST cms/config/push_reward/update',
    'POST cms/limit/approve',
    'POST cms/reward_config/saveReward',
    'POST cms/reward_config/saveWithdrawal',
    'POST cms/reward_form/add',
    'POST cms/reward_form/update',
  ],
  bank_accounts_of_the_business: [
    'POST cms/bank_config/add',
    'POST cms/bank_config/confirm',
    'POST cms/bank_config/delete',
    'POST cms/bank_config/update',
  ],
  rights_and_accounts: [
    'GET cms/group/delete',
    'GET cms/pos/add_permission_data',
    'POST cms/access_review/confirm',
    'POST cms/account/add',
    'POST cms/account/bulk/run',
    'POST cms/account/default_pass/update',
    'POST cms/account/delete',
    'POST cms/account/reset_pass',
    'POST cms/account/update',
    'POST cms/base_user/add',
    'POST cms/base_user/config_role',
    'POST cms/base_user/delete',
    'POST cms/base_user/reset_pass',
    'POST cms/base_user/update',
    'POST cms/group/add',
    'POST cms/group/update',
    'POST cms/second_factor/codes/new',
    'POST cms/second_factor/passkey/add',
    'POST cms/second_factor/passkey/begin',
    'POST cms/second_factor/policy/update',
    'POST cms/second_factor/remove',
    'POST cms/second_factor/reset/approve',
    'POST cms/second_factor/reset/ask',
    'POST cms/second_factor/totp/begin',
    'POST cms/second_factor/totp/confirm',
  ],
  results_and_closings: [
    'POST cms/config/keno_result/confirm',
    'POST cms/config/keno_result/update',
    'POST cms/config/prize_table/confirm',
    'POST cms/day_close/reopen',
    'POST cms/day_close/sign',
    'POST cms/period/cancel',
    'POST cms/result/confirm',
    'POST cms/result/confirm_reopen',
    'POST cms/result/update_config',
  ],
  personal_data: [
    'POST cms/personal_data/erasure/approve',
    'POST cms/personal_data/erasure/ask',
    'POST cms/personal_data/export',
  ],
}

test('a step-up is declared for exactly these calls, all of them writes of a signed-in person', () => {
  const calls = services.map(({ call }) => call).filter(({ stepUp }) => stepUp !== false)
  expect(calls.map(({ name }) => name).toSorted()).toEqual(Object.values(proved_calls).flat().toSorted())
  expect(calls.every(({ kind, may }) => kind === 'write' && may !== 'public' && may !== 'channel')).toBe(true)
})

describe('with an old proof', () => {
  const note = 'Máy in hỏng'
  const many = { ids: [1], expected: 1, note }
  const payment = { partner_id: 1, amount: 1_000, reason: note }
  const account = { bank_id: 1, account_number: '0071000999888', account_name: 'NGO MINH UYEN' }

  test.each([
    ['a report is accepted', orders.changeStatus, { order_id: 1, status: orderStatus.refunding, note }],
    ['a refund is recorded', orders.changeStatus, { order_id: 1, status: orderStatus.refunded, note }],
    ['many reports are accepted', manyOrders.act, { ...many, action: 'accept_report' }],
    ['many accounts are locked', accountBulk.run, { ids: [1], expected: 1, action: 'lock' }],
    ['many accounts are unlocked', accountBulk.run, { ids: [1], expected: 1, action: 'unlock' }],
    ['a partner is paid', partnerPayment.add, { ...payment, kind: paymentKinds.paid_out }],
    ['a deposit is returned', partnerPayment.add, { ...payment, kind: paymentKinds.deposit_returned }],
    ['a reward goes to a bank account', push.changeReceiver, { reward_id: 1, form: rewardForm.bank, ...account }],
    ['a reward goes to MoMo', push.changeReceiver, { reward_id: 1, form: rewardForm.momo }],
  ])('%s only after a step-up', async (_, call, input) => {
    expect(await codeOf(call, input)).toBe(9160)
  })

  test.each([
    ['an order is finished', orders.changeStatus, { order_id: 1, status: orderStatus.done, note }],
    ['faults of many orders are reported', manyOrders.act, { ...many, action: 'report' }],
    ['sessions of many accounts are ended', accountBulk.run, { ids: [1], expected: 1, action: 'end_sessions' }],
    ['a payment of a partner is recorded', partnerPayment.add, { ...payment, kind: paymentKinds.paid }],
    ['a deposit of a partner is recorded', partnerPayment.add, { ...payment, kind: paymentKinds.deposited }],
    ['a reward goes to the wallet', push.changeReceiver, { reward_id: 1, form: rewardForm.wallet }],
  ])('%s without a step-up', async (_, call, input) => {
    expect(await codeOf(call, input)).not.toBe(9160)
  })
})
