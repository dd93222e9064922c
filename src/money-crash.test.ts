/**
 * Balances are adjusted and withdrawals paid while the program and its PostgreSQL are killed; the gateway keeps running. Every acknowledged write is
 * there exactly once, and the gateway's payments equal those in the ledger.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { verifyAudit } from '#server/audit/verify.ts'
import type { Finding } from '#server/audit/finding.ts'
import { headsFile } from '#server/audit/heads.ts'
import { databaseUrl } from '#server/testing/program.ts'
import { walletAdjustment } from '#features/wallets/wallet/wallet-adjustment.contract.ts'
import { withdrawals, withdrawalStatus } from '#features/wallets/withdrawal/withdrawal.contract.ts'
import { openSimulator } from './gateway-simulator/simulator.ts'
import { openCrashing, type CrashingProgram } from './testing/crashing.ts'
import { ledgerFindings } from './testing/ledger.ts'
import { makeWaitingWithdrawals } from './testing/waiting-withdrawals.ts'

const wallet_count = 8
const payouts = 160
const writers = 4
/** Acknowledged increases between two kills, so that each kill hits a working server. */
const writes_between_kills = 25
const kills = ['server', 'PostgreSQL', 'both', 'server', 'PostgreSQL', 'both'] as const
const start_balance = 50_000_000

function prepare({ inDatabase }: CrashingProgram): Promise<number[]> {
  return inDatabase(async (db) => {
    // A single person makes all adjustments, far above the daily limit for one person.
    await sql`update money_config set adjustment_second_from = 1000000000000`.execute(db)
    return makeWaitingWithdrawals(db, { wallets: wallet_count, balance: start_balance, count: payouts })
  })
}

interface AcknowledgedWrites {
  increased: string[]
  processed: number[]
  refused: unknown[]
}

/** Increases balances; every fourth response is discarded and the call repeated, as after a lost connection. */
async function keepIncreasing(
  { callUntilAnswered }: CrashingProgram,
  writer: number,
  accounts: number[],
  record: AcknowledgedWrites,
  isOver: () => boolean,
) {
  for (let n = 0; !isOver(); n++) {
    const reason = `Cộng ${writer}.${n}`
    const input = { account_id: accounts[n % wallet_count], amount: 1_000 + n, reason }
    let answer = await callUntilAnswered(walletAdjustment.increase, input, `cong-tien-${writer}-${n}`)
    if (n % 4 === 1) answer = await callUntilAnswered(walletAdjustment.increase, input, `cong-tien-${writer}-${n}`)
    if (answer.code === 0) record.increased.push(reason)
    else record.refused.push({ reason, ...answer })
  }
}

async function keepProcessing(
  { callUntilAnswered }: CrashingProgram,
  record: AcknowledgedWrites,
  isOver: () => boolean,
) {
  for (let id = 1; id <= payouts && !isOver(); id++) {
    const input = { withdrawal_id: id, status: withdrawalStatus.processing }
    const answer = await callUntilAnswered(withdrawals.update, input, `xu-ly-rut-${id}`)
    if (answer.code === 0) record.processed.push(id)
    else record.refused.push({ id, ...answer })
    await sleep(150)
  }
}

const openOnes = ({ inDatabase }: CrashingProgram) =>
  inDatabase(async (db) => {
    const { n } = await db
      .selectFrom('withdrawal')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('status', '<>', withdrawalStatus.done)
      .executeTakeFirstOrThrow()
    return n
  })

test('money that was acknowledged survives every crash, and nothing is paid or added twice', async () => {
  const simulator = await openSimulator({ seed: 'crash', faults: { lost_answer: 0.1, pending: 0.1, ipn_double: 0.2 } })
  const program = await openCrashing(simulator.settings)
  const record: AcknowledgedWrites = { increased: [], processed: [], refused: [] }
  let is_over = false
  try {
    const accounts = await prepare(program)
    const isOver = () => is_over
    const writing = Promise.all([
      keepProcessing(program, record, isOver),
      ...Array.from({ length: writers }, (_, n) => keepIncreasing(program, n, accounts, record, isOver)),
    ])
    for (const which of kills) {
      const target = record.increased.length + writes_between_kills
      while (record.increased.length < target) await sleep(20)
      await program.kill(which)
    }
    while (record.processed.length + record.refused.length < payouts) await sleep(100)
    is_over = true
    await writing
    while ((await openOnes(program)) > 0) await sleep(500)

    const { reasons, balance } = await program.inDatabase(async (db) => {
      const { rows } = await sql<{ reason: string }>`
        select a.reason from wallet_adjustment a join ledger_transfer t on t.ref = 'adjustment:' || a.adjustment_id where a.status = 3`.execute(
        db,
      )
      const fund = await db
        .selectFrom('ledger_account')
        .select('balance')
        .where('code', '=', 'gateway:momo')
        .executeTakeFirstOrThrow()
      return { reasons: rows.map(({ reason }) => reason), balance: fund.balance }
    })
    const present = new Set(reasons)
    const { momo } = simulator.totals()
    const findings: unknown[] = await ledgerFindings(databaseUrl(program.data_dir))
    await verifyAudit(databaseUrl(program.data_dir), headsFile(program.data_dir), (finding: Finding) =>
      findings.push(finding),
    )
    const figures = {
      kills: kills.length,
      increased: record.increased.length,
      lost: record.increased.filter((reason) => !present.has(reason)).length,
      doubled: reasons.length - present.size,
      payouts: record.processed.length,
      paid: momo.paid,
      paid_by_gateway: momo.paid_amount,
      paid_by_ledger: balance,
    }
    console.log(`money crash: ${JSON.stringify(figures)}`)
    expect({ ...figures, findings, refused: record.refused }).toMatchObject({
      lost: 0,
      doubled: 0,
      payouts,
      paid: payouts,
      paid_by_ledger: figures.paid_by_gateway,
      findings: [],
      refused: [],
    })
  } finally {
    is_over = true
    await program.leave()
    await simulator.close()
  }
}, 300_000)
