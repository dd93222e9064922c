/** An imported file creates no money by itself, and no line stops the reading of a statement. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PayoutGateway, StatementLine } from '#server/gateways/gateway.ts'
import { moneyConfig } from '#features/wallets/money-config/money-config.contract.ts'
import { depositPage, moneyConfigPage, walletPage } from '#features/wallets/pages.contract.ts'
import { walletAdjustment } from '#features/wallets/wallet/wallet-adjustment.contract.ts'
import { openDesk, type Desk } from '../../../testing/deposits.ts'
import { ledgerFindings } from '../../../testing/ledger.ts'
import { ledgerBalance, openTestWallet } from '../../../testing/money.ts'
import { openOffice, type Office } from '../../../testing/office.ts'
import { inParallel } from '../../../testing/parallel.ts'
import { depositStatus } from '#features/wallets/deposit/deposit.contract.ts'
import { normalReference } from './intake.server.ts'
import { lineProblem, lineStatus, statement } from './statement.contract.ts'
import { readStatements } from './statement.jobs.ts'

/** From this amount on two people are needed. */
const limit = 20_000_000

/** A gateway of the bank, so that its statements are read; no test pays through it. */
const bank: PayoutGateway = {
  pay: () => Promise.reject(new Error('nobody is paid here')),
  query: () => Promise.reject(new Error('nobody is paid here')),
  balance: () => Promise.resolve(0),
  linesOf: () => Promise.resolve([]),
}

let office: Office
let desk: Desk
beforeAll(async () => {
  office = await openOffice(undefined, { gateways: { momo: null, bank, telecom: null, statements: null } })
  desk = await openDesk(office)
})
afterAll(() => office.close())

/** Reads a bank that always answers with all of these lines and with their sum. */
function read(account_number: string, lines: readonly StatementLine[]) {
  const balance = lines.reduce((sum, { amount }) => sum + amount, 0)
  return readStatements(office.db, {
    linesAfter: (requested) =>
      Promise.resolve(requested === account_number ? { lines: [...lines], balance } : { lines: [], balance: 0 }),
  })
}

const bankLine = (reference: string, amount: number, content: string): StatementLine => ({
  reference,
  amount,
  content,
  at: new Date().toISOString(),
  counter_account: null,
  counter_name: null,
})

let accounts = 0
/** The only active account of the bank whose statements are read. */
async function readAccount() {
  await desk.inDb((db) =>
    db.updateTable('bank_config').set({ status: 0 }).where('bank_config_id', '<>', desk.vcb).execute(),
  )
  const account_number = `66000000${String(++accounts).padStart(2, '0')}`
  return { account_number, bank_config_id: await desk.openAccount('970422', account_number) }
}

/** Twenty imported lines, each of a quarter of the limit, with the waiting requests that they name. */
async function fileLines(bank_config_id: number) {
  const requests = await inParallel(() => desk.request(limit / 4, bank_config_id))
  const rows = requests.map(({ content, amount }) => desk.row(content, amount))
  await desk.importRows(rows, bank_config_id)
  return Promise.all(
    requests.map(async ({ deposit_id }, n) => {
      const { bank_transaction_id, problem } = await desk.lineOf(rows[n]!)
      expect(problem).toBe(lineProblem.file)
      return { deposit_id, bank_transaction_id }
    }),
  )
}

describe('a line from a file at a bank that is not read automatically', () => {
  test('is credited automatically below the limit, and by one other person from the limit on', async () => {
    const [small, large] = [await desk.request(limit - 1, desk.vcb), await desk.request(limit, desk.vcb)]
    const rows = [desk.row(small.content, small.amount), desk.row(large.content, large.amount)]
    expect(await desk.importRows(rows, desk.vcb)).toMatchObject({
      added: 2,
      matched: 1,
      matched_amount: limit - 1,
      waiting: 1,
    })
    expect(await ledgerBalance(office, small.ledger_id)).toBe(limit - 1)
    const line = await desk.lineOf(rows[1]!)
    expect(line).toMatchObject({
      status: lineStatus.waiting,
      problem: lineProblem.file,
      created_by: desk.clerk.user_id,
      created_by_name: desk.clerk.user_name,
    })
    expect(await ledgerBalance(office, large.ledger_id)).toBe(0)
    const { bank_transaction_id } = line
    expect(await desk.complete(desk.an, large.deposit_id, { bank_transaction_id })).toMatchObject({
      status: depositStatus.done,
      line_created_by: desk.clerk.user_id,
    })
    expect(await ledgerBalance(office, large.ledger_id)).toBe(limit)
  })

  test('is credited automatically only while the importer’s day is below the limit, in one file, in twenty and after matching', async () => {
    const people = await inParallel(() => office.hire([...depositPage.rights]))
    const amount = limit / 4
    const rowsOf = async () => {
      const requests = await inParallel(() => desk.request(amount, desk.vcb))
      return requests.map((request) => desk.row(request.content, amount))
    }
    const rows = await rowsOf()
    expect(await people[0]!.call(statement.importPreview, { bank_config_id: desk.vcb, rows })).toMatchObject({
      matched: 3,
      waiting: 17,
    })
    expect(await desk.importRows(rows, desk.vcb, people[0])).toMatchObject({ matched: 3, waiting: 17 })
    // Without the bank, the same person cannot go on by hand, and what another person has imported is their own sum.
    const [by_hand, others] = [await desk.request(amount, desk.vcb), await rowsOf()]
    const { bank_transaction_id } = await desk.unnamedLine(amount)
    expect(await desk.complete(people[0]!, by_hand.deposit_id, { bank_transaction_id })).toMatchObject({
      status: depositStatus.matched,
    })
    const second_account = await desk.openAccount('970436', '9876543299')
    const elsewhere = await inParallel(() => desk.request(amount, second_account))
    const imports = await inParallel((n) =>
      n % 2
        ? desk.importRows([others[n]!], desk.vcb, people[1])
        : desk.importRows([desk.row(elsewhere[n]!.content, amount)], second_account, people[1]),
    )
    expect(imports.reduce((sum, { matched }) => sum + matched, 0)).toBe(3)
  })

  test('is credited automatically only while the wallet’s day is below the limit, also when several persons import', async () => {
    const people = await inParallel(() => office.hire([...depositPage.rights]))
    const amount = limit / 4
    const second_account = await desk.openAccount('970436', '9876543288')
    const bank_config_ids = [desk.vcb, second_account]
    const owner = await openTestWallet(office)
    const rows = await inParallel(async (n) => {
      const { content } = await desk.request(amount, bank_config_ids[n % 2], owner)
      return desk.row(content, amount)
    })
    const imports = await inParallel((n) => desk.importRows([rows[n]!], bank_config_ids[n % 2], people[n]))
    expect(imports.reduce((sum, { matched }) => sum + matched, 0)).toBe(3)
    expect(await ledgerBalance(office, owner.ledger_id)).toBe(3 * amount)
    const { content, deposit_id } = await desk.request(amount, desk.vcb, owner)
    const input = { bank_config_id: desk.vcb, rows: [desk.row(content, amount)] }
    const other = await office.hire([...depositPage.rights])
    expect(await other.call(statement.importPreview, input)).toMatchObject({ matched: 0, waiting: 1 })
    // By hand another person goes on only with a second one, too.
    const { bank_transaction_id } = await desk.unnamedLine(amount)
    expect(await desk.complete(other, deposit_id, { bank_transaction_id })).toMatchObject({
      status: depositStatus.matched,
    })
  })

  test('169: is neither matched, assigned nor confirmed by the person who imported it', async () => {
    const request = await desk.request(limit, desk.vcb)
    const [first, second, third] = [desk.row(request.content, limit), desk.row('CK', 1_000), desk.row('CK', limit)]
    await desk.importRows([first, second, third], desk.vcb, desk.an)
    const { bank_transaction_id } = await desk.lineOf(first)
    const refused = { code: 169, message: expect.stringContaining('Bạn đã nhập dòng này từ tệp') }
    await expect(desk.complete(desk.an, request.deposit_id, { bank_transaction_id })).rejects.toMatchObject(refused)
    const { account_id } = await openTestWallet(office)
    const assignment = { ...(await desk.seenLine(second)), account_id, note: 'x' }
    await expect(desk.an.call(statement.assign, assignment)).rejects.toMatchObject(refused)
    const other_assignment = { ...(await desk.seenLine(third)), account_id, note: 'x' }
    const { deposit_id } = await desk.binh.call(statement.assign, other_assignment)
    await expect(desk.complete(desk.an, deposit_id!)).rejects.toMatchObject(refused)
    const chief = await office.hire([...depositPage.rights])
    expect(await desk.complete(chief, deposit_id!)).toMatchObject({ status: depositStatus.done })
  })

  test('is refused with a date in the future or an empty reference', async () => {
    const future = new Date(Date.now() + 2 * 86_400_000).toISOString()
    const { refused, added } = await desk.importRows([
      desk.row('x', 1_000, { at: future }),
      desk.row('x', 1_000, { reference: '\u200B' }),
    ])
    expect([added, refused.map(({ index }) => index)]).toEqual([0, [0, 1]])
  })

  test('is the same line whatever case, spaces or character width its reference has', async () => {
    const row = desk.row('x', 5_000, { reference: 'ft9a1' })
    expect(await desk.importRows([row])).toMatchObject({ added: 1 })
    for (const reference of ['FT9A1', ' Ft9a1\u200B', 'ＦＴ９Ａ１'])
      expect(await desk.importRows([{ ...row, reference }])).toMatchObject({ added: 0, known: 1 })
  })

  test('is refused above 1,000,000,000,000 đ, and so is an adjustment', async () => {
    const much = 10 ** 12 + 1
    const row = { ...desk.row('x', much) }
    await expect(desk.importRows([row])).rejects.toMatchObject({ code: 3 })
    const chief = await office.hire([...walletPage.rights])
    const { account_id } = await openTestWallet(office)
    const input = { account_id, amount: much, reason: 'x' }
    for (const call of [walletAdjustment.increase, walletAdjustment.decrease])
      await expect(chief.call(call, input)).rejects.toMatchObject({
        code: 3,
        data: { fields: { amount: expect.stringContaining('Không được lớn hơn') } },
      })
  })
})

describe('a line from a file at a bank that is read automatically', () => {
  test('is not credited automatically, whatever its amount, until the bank reports it too', async () => {
    const { account_number, bank_config_id } = await readAccount()
    const request = await desk.request(50_000, bank_config_id)
    const row = desk.row(request.content, request.amount)
    expect(await desk.importRows([row], bank_config_id)).toMatchObject({ added: 1, matched: 0, waiting: 1 })
    expect(await desk.lineOf(row)).toMatchObject({ status: lineStatus.waiting, problem: lineProblem.file })
    const lines = [bankLine(row.reference.toLowerCase(), row.credit, row.content)]
    await read(account_number, lines)
    expect(await ledgerBalance(office, request.ledger_id)).toBe(50_000)
    expect(await desk.lineOf(row)).toMatchObject({
      status: lineStatus.matched,
      problem: null,
      source: 1,
      created_by: null,
    })
    await read(account_number, lines)
    expect(await ledgerBalance(office, request.ledger_id)).toBe(50_000)
  })

  test('counts among the sums of one person, who may set the limit, where another request than it names is credited', async () => {
    const { bank_config_id } = await readAccount()
    const [others, lines] = [await fileLines(bank_config_id), await fileLines(bank_config_id)]
    const setter = () => office.hire([...depositPage.rights, ...moneyConfigPage.rights])
    const [matcher, assigner] = [await setter(), await setter()]
    const { updated_by_name: _, updated_at: __, ...config } = await matcher.call(moneyConfig.get, {})
    const raisedConfig = await matcher.call(moneyConfig.save, { ...config, deposit_second_from: 10 ** 12 })
    expect(raisedConfig).toMatchObject({ deposit_second_from: limit })
    const matched = await inParallel((n) =>
      desk.complete(matcher, others[n]!.deposit_id, { bank_transaction_id: lines[n]!.bank_transaction_id }),
    )
    expect(matched.filter(({ status }) => status === depositStatus.done)).toHaveLength(3)
    const owners = await inParallel(() => openTestWallet(office))
    const assigned = await inParallel((n) =>
      assigner.call(statement.assign, {
        bank_transaction_id: others[n]!.bank_transaction_id,
        account_id: owners[n]!.account_id,
        note: 'Khách gọi',
      }),
    )
    expect(assigned.filter(({ deposit_status }) => deposit_status === depositStatus.done)).toHaveLength(3)
  })

  test('counts for the wallet, too, also when several persons assign it', async () => {
    const { bank_config_id } = await readAccount()
    const lines = await fileLines(bank_config_id)
    const people = await Promise.all([1, 2, 3].map(() => office.hire([...depositPage.rights])))
    const { account_id } = await openTestWallet(office)
    const assigned = await inParallel((n) =>
      people[n % 3]!.call(statement.assign, {
        bank_transaction_id: lines[n]!.bank_transaction_id,
        account_id,
        note: 'Khách gọi',
      }),
    )
    expect(assigned.filter(({ deposit_status }) => deposit_status === depositStatus.done)).toHaveLength(3)
  })

  test('does not count where the second person credits the request that it names', async () => {
    const { bank_config_id } = await readAccount()
    const lines = await fileLines(bank_config_id)
    const matcher = await office.hire([...depositPage.rights])
    const matched = await inParallel((n) =>
      desk.complete(matcher, lines[n]!.deposit_id, { bank_transaction_id: lines[n]!.bank_transaction_id }),
    )
    expect(new Set(matched.map(({ status }) => status))).toEqual(new Set([depositStatus.done]))
  })

  test('is replaced by the line of the bank with the same reference', async () => {
    const { account_number, bank_config_id } = await readAccount()
    const [victim, accomplice] = [
      await desk.request(70_000, bank_config_id),
      await desk.request(70_000, bank_config_id),
    ]
    const row = desk.row(accomplice.content, 70_000)
    await desk.importRows([row], bank_config_id)
    await read(account_number, [bankLine(row.reference, 70_000, victim.content)])
    expect(await ledgerBalance(office, victim.ledger_id)).toBe(70_000)
    expect(await ledgerBalance(office, accomplice.ledger_id)).toBe(0)
    expect(await desk.lineOf(row)).toMatchObject({ content: victim.content, deposit_content: victim.content })
  })

  test('is reported when it was already matched and the bank has another content', async () => {
    const { account_number, bank_config_id } = await readAccount()
    const [victim, accomplice] = [
      await desk.request(80_000, bank_config_id),
      await desk.request(80_000, bank_config_id),
    ]
    const row = desk.row(accomplice.content, 80_000)
    await desk.importRows([row], bank_config_id)
    const { bank_transaction_id } = await desk.lineOf(row)
    await desk.complete(desk.an, accomplice.deposit_id, { bank_transaction_id })
    await expect(read(account_number, [bankLine(row.reference, 80_000, victim.content)])).rejects.toThrow(
      `line ${row.reference} differs from what is here`,
    )
    expect(await desk.lineOf(row)).toMatchObject({ content: victim.content, deposit_content: accomplice.content })
  })
})

test('a line from a file that the bank does not have is no part of the opening balance of an account that was read before', async () => {
  const { account_number, bank_config_id } = await readAccount()
  await read(account_number, [])
  await desk.importRows([desk.row('gia mao', 5_000_000)], bank_config_id)
  const stale = () =>
    desk.inDb((db) => db.updateTable('bank_balance').set({ synced_at: '2026-01-01T00:00:00Z' }).execute())
  for (let n = 0; n < 2; n++) {
    await stale()
    await expect(read(account_number, [])).rejects.toThrow('the bank tells -5000000 more than its lines')
  }
})

describe('a line of the bank', () => {
  test('does not stop the reading when it has no amount, control characters, too much text or an invalid time', async () => {
    const { account_number, bank_config_id } = await readAccount()
    const request = await desk.request(90_000, bank_config_id)
    const long = 'L'.repeat(300)
    const lines = [
      bankLine('Z0', 0, 'khong tien'),
      bankLine('z\u0000\u001F1', 10_000, 'a\u0000b'),
      bankLine(long, 20_000, 'C'.repeat(2_000)),
      { ...bankLine('BAD', 30_000, 'x'), at: 'hom qua' },
      bankLine('Z3', 90_000, request.content),
    ]
    await expect(read(account_number, lines)).rejects.toThrow(/line "BAD": .*; .*the bank tells 30000 more/)
    expect(await ledgerBalance(office, request.ledger_id)).toBe(90_000)
    const { items } = await desk.an.call(statement.list, { bank_config_id })
    expect(items.map(({ reference }) => reference).toSorted()).toEqual([normalReference(long), 'Z1', 'Z3'])
    lines[3] = bankLine('BAD', 30_000, 'x')
    await read(account_number, lines)
    expect((await desk.an.call(statement.list, { bank_config_id })).total).toBe(4)
  })

  test('is reported when it has another amount than before', async () => {
    const { account_number } = await readAccount()
    await read(account_number, [bankLine('D1', 10_000, 'x')])
    await expect(read(account_number, [bankLine('d1', 11_000, 'x')])).rejects.toThrow(
      'line D1 differs from what is here',
    )
  })
})

test('the ledger has no findings after these tests', async () => {
  expect(await ledgerFindings(office.database_url)).toEqual([])
})
