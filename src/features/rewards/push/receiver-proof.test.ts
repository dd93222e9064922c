/** The receiver of a reward that is paid outside of wallets changes only with a fresh proof of the person. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { secondFactor } from '#features/access/second-factor/second-factor.contract.ts'
import { rewardBatch } from '#features/rewards/batch/batch.contract.ts'
import { rewardForm } from '#features/rewards/reward/reward.contract.ts'
import { freshNumber, openTestWallet } from '../../../testing/money.ts'
import { password, type Person } from '../../../testing/office.ts'
import { ageProof } from '../../../testing/proof.ts'
import { openBatchOffice, receiver, type BatchOffice } from '../../../testing/reward-batches.ts'
import { winAt } from '../../../testing/rewards.ts'
import { push } from './push.contract.ts'

let desk: BatchOffice
let an: Person
beforeAll(async () => {
  desk = await openBatchOffice()
  ;({ an } = desk)
})
afterAll(() => desk.close())
beforeEach(() => prove())

const prove = () => an.call(secondFactor.prove, { password })

/** The code of a call without a fresh proof; throws when the same call does not go through after a proof. */
async function codeWithoutProof(call: Call, input: Record<string, unknown>): Promise<number> {
  const transid = randomUUID()
  await ageProof(desk.office, an)
  const { code } = (await an.raw(call, input, { transid })).body.error
  await prove()
  const repeated = (await an.raw(call, input, { transid })).body.error
  if (repeated.code !== 0) throw new Error(`${call.name}, repeated after a proof: ${repeated.message}`)
  return code
}

test('the number of a reward at MoMo changes with a proof, that of one into a wallet without', async () => {
  const at_momo = await winAt(desk.office, rewardForm.momo, freshNumber())
  const { reward_id } = at_momo
  expect(await codeWithoutProof(push.changeMsisdn, { reward_id, msisdn: freshNumber() })).toBe(9160)
  const in_wallet = await winAt(desk.office, rewardForm.wallet, freshNumber())
  const { msisdn } = await openTestWallet(desk.office)
  expect(await codeWithoutProof(push.changeMsisdn, { reward_id: in_wallet.reward_id, msisdn })).toBe(0)
})

test('a reward is sent to a bank account with a proof, back into the wallet without', async () => {
  const { reward_id } = await winAt(desk.office, rewardForm.wallet, freshNumber())
  const account = { bank_id: 1, account_number: '0071000999888', account_name: 'NGO MINH UYEN' }
  expect(await codeWithoutProof(push.changeReceiver, { reward_id, form: rewardForm.bank, ...account })).toBe(9160)
  expect(await codeWithoutProof(push.changeReceiver, { reward_id, form: rewardForm.wallet })).toBe(0)
})

test('the name of a line of a batch changes with a proof', async () => {
  const { batch_id } = await desk.batchOf({ form: rewardForm.bank, msisdns: [receiver()] })
  const { item_id } = (await desk.detail(batch_id)).items[0]!
  expect(await codeWithoutProof(rewardBatch.udpCustName, { item_id, cust_name: 'Ngô Minh Uyển' })).toBe(9160)
})
