/** Every posting has its document, and every document its postings: what the owner of the database changes in either is found. */
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#server/database/pool.ts'
import { transfer } from '#server/ledger/ledger.ts'
import { partnerPayment, paymentKinds } from '#features/close/partner-payment/partner-payment.contract.ts'
import { partnerStatementPage } from '#features/close/pages.contract.ts'
import { adjustmentLedger } from '#features/wallets/money.server.ts'
import { walletPage } from '#features/wallets/pages.contract.ts'
import { walletAdjustment } from '#features/wallets/wallet/wallet-adjustment.contract.ts'
import { openDesk } from '../../../testing/deposits.ts'
import { openTestWallet } from '../../../testing/money.ts'
import { openOffice, type Office } from '../../../testing/office.ts'
import { openPos } from '../../../testing/orders.ts'
import { requestToMomo } from '../../../testing/withdrawals.ts'
import { verifyDocuments } from './verify-documents.server.ts'

/** From this amount on an adjustment waits for a second person. */
const large = 6_000_000

let office: Office
let owner: pg.Client
beforeAll(async () => {
  office = await openOffice()
  owner = createClient(office.database_url)
  await owner.connect()
  const an = await office.hire([...walletPage.rights, ...partnerStatementPage.rights])
  const wallet = await openTestWallet(office)
  const { account_id } = wallet
  await an.call(walletAdjustment.increase, { account_id, amount: 4_000_000, reason: 'Cộng' })
  await an.call(walletAdjustment.increase, { account_id, amount: large, reason: 'Cộng nhiều' })
  await an.call(walletAdjustment.decrease, { account_id, amount: 10_000, reason: 'Trừ' })
  await requestToMomo(office, wallet)
  const desk = await openDesk(office)
  const { content } = await desk.request(50_000)
  await desk.importRows([desk.row(content, 50_000)])
  await desk.unnamedLine(70_000)
  const { partner_id } = await openPos(office)
  await an.call(partnerPayment.add, { partner_id, kind: paymentKinds.paid, amount: 120_000, reason: 'Phiếu thu' })
})
afterAll(async () => {
  await owner.end()
  await office.close()
})

/** The findings after this change, which is undone. */
async function findingsAfter(change: string): Promise<string[]> {
  const findings: string[] = []
  const inside = { query: (text: string) => (/^(begin|rollback)/.test(text) ? { rows: [] } : owner.query(text)) }
  await owner.query('begin')
  try {
    await owner.query('set local session_replication_role = replica')
    await owner.query(change)
    await verifyDocuments(inside as unknown as pg.Client, (finding) => findings.push(finding))
    return findings
  } finally {
    await owner.query('rollback')
  }
}

test('nothing is found where documents and postings agree', async () => {
  const findings: string[] = []
  const proof = await verifyDocuments(owner, (finding) => findings.push(finding))
  expect({ findings, proof }).toEqual({ findings: [], proof: { documents: 7 } })
})

test.each([
  [
    'delete from withdrawal',
    [
      'Bút toán withdrawal:1:1 ghi 0 đ, giữ 200000 đ, không có chứng từ',
      'Bút toán withdrawal:1:1:fee ghi 0 đ, giữ 1000 đ',
    ],
  ],
  [
    'update withdrawal set status = 2',
    [
      'Yêu cầu rút RT000001 phải ghi 200000 đ, giữ 0 đ; sổ cái ghi 0 đ, giữ 200000 đ',
      'Phí của yêu cầu rút RT000001 phải ghi 1000 đ',
    ],
  ],
  ['update withdrawal set amount = amount + 1', ['Yêu cầu rút RT000001']],
  ['update withdrawal set fee = fee + 1', ['Phí của yêu cầu rút RT000001']],
  [
    'delete from wallet_adjustment where status = 3 and direction = 1',
    ['Bút toán adjustment:1 ghi 4000000 đ, giữ 0 đ, không có chứng từ'],
  ],
  ['update wallet_adjustment set status = 3 where status = 1', ['Điều chỉnh DC000002 phải ghi 6000000 đ']],
  [
    'update wallet_adjustment set direction = 1 where direction = -1',
    ['Điều chỉnh DC000003', 'Bút toán adjustment:3 ghi 10000 đ, giữ 0 đ, không có chứng từ'],
  ],
  [
    'delete from bank_transaction where status = 1',
    ['Bút toán deposit:1', 'Bút toán statement:1', 'Yêu cầu nạp NAP000001 đã cộng 50000 đ, dòng sao kê của nó ghi 0 đ'],
  ],
  ['update bank_transaction set status = 4 where status = 2', ['Dòng không phải nạp tiền']],
  ['update deposit set paid_amount = 1', ['Yêu cầu nạp NAP000001 đã cộng 1 đ']],
  ['update partner_payment set amount = 1', ['Khoản TT000001 với đại lý phải ghi 1 đ']],
  ['delete from ledger_transfer where kind = 99', ['Khoản TT000001 với đại lý']],
  [
    'update wallet_adjustment set account_id = (select max(account_id) from wallet_account) where direction = -1',
    ['Điều chỉnh DC000003 phải đi từ wallet:'],
  ],
  [
    'update withdrawal set account_id = (select max(account_id) from wallet_account)',
    ['Yêu cầu rút RT000001 phải đi từ wallet:', 'Phí của yêu cầu rút RT000001 phải đi từ wallet:'],
  ],
  ['update deposit set account_id = (select min(account_id) from wallet_account)', ['Tiền nạp của dòng sao kê']],
  ["update bank_transaction set account_number = '999' where status = 1", ['Dòng sao kê']],
  [
    'update partner_payment set kind = 2',
    ['Khoản TT000001 với đại lý phải đi từ bank:other sang tài khoản chưa có; sổ cái ghi từ bank:other sang agent:'],
  ],
  ['update partner_payment set kind = 4', ['Khoản TT000001 với đại lý phải đi từ agent:']],
])('it finds the trace of: %s', async (change, expected) => {
  const findings = await findingsAfter(change)
  expect(findings.toSorted()).toEqual(expected.toSorted().map((what) => expect.stringContaining(what) as string))
})

test.each([
  'withdrawal:999:1:paid',
  'reward-batch:999:1',
  'cashback:999',
  'opening:970422:999',
  'sample-wallet:1',
  'quỹ đen',
  'order:1:pay',
  'reward:1:1',
  'order:quỹ đen',
])('it finds a posting of %s, which is no document', async (ref) => {
  const { ledger_id } = await openTestWallet(office)
  await office.write(async (db) => {
    const movement = {
      kind: 'increase',
      from: await adjustmentLedger(db),
      to: ledger_id,
      amount: 5,
      reason: '',
    } as const
    await transfer(db, { ...movement, ref })
  })
  const findings: string[] = []
  await verifyDocuments(owner, (finding) => findings.push(finding))
  expect(findings).toContain(`Bút toán ${ref} ghi 5 đ, giữ 0 đ, không có chứng từ`)
})
