/**
 * Partition drill: under load the network between program, database and gateways loses packets without a word, for a moment, for longer than the
 * program waits in silence, and for a minute. Afterwards no acknowledged write is lost or duplicated, and each payout is paid once.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { removePlace } from '#server/database/place.ts'
import { waitUntil } from '#server/program/process.ts'
import { makeDataDir } from '#server/testing/throw-away.ts'
import { numberText } from '#contract/text/number-text.ts'
import { isBusy, linesByProcess, refusalsText } from './load.ts'
import {
  enterOwnNetwork,
  missingForNetwork,
  program_address,
  startRemote,
  type Direction,
  type Remote,
} from './network.ts'
import type { Payouts } from './payouts.ts'
import type { DatabaseFacts, GatewaysFacts } from './remote.ts'
import { secondsUntilWrite, underLoad, type Scene } from './scene.ts'

interface NetworkCut {
  title: string
  database?: Direction
  gateways?: Direction
}

const cuts: NetworkCut[] = [
  { title: 'mất nối với cơ sở dữ liệu', database: 'both' },
  { title: 'mất nối với các cổng chi trả', gateways: 'both' },
  { title: 'mất nối với cả hai', database: 'both', gateways: 'both' },
  { title: 'mất mọi gói tới cơ sở dữ liệu', database: 'there' },
  { title: 'mất mọi gói từ cơ sở dữ liệu về', database: 'back' },
  { title: 'mất mọi gói từ các cổng chi trả về', gateways: 'back' },
]

/** After the mend. */
const max_return_s = { writes: 15, payouts: 60 }
/** The program notices a silent server after 20 seconds, asks it again for 10, and a call may have waited for a connection before. */
const max_call_s = 45
/** The program counts faults within 15 seconds as one outage, so wait longer between two. */
const pause_ms = 20_000
const processes = 2

/** @param lengths_s how long each cut lasts, one after the other */
export async function partition(lengths_s: readonly number[]): Promise<boolean> {
  const missing = missingForNetwork()
  if (missing !== null) {
    console.error(`✗ ${missing}`)
    return false
  }
  await enterOwnNetwork()
  const data_dir = makeDataDir()
  // First, because MoMo's notifications come over this cable to the program's address.
  const gateways = await startRemote<GatewaysFacts>('gateways')
  const database = await startRemote<DatabaseFacts>('database')
  try {
    const env = { PROCESSES: String(processes), HOST: program_address }
    const services = { database_url: database.facts.url, gateways: gateways.facts }
    return await underLoad({ data_dir, env, external_services: services }, async (scene) => {
      let is_good = true
      for (const seconds of lengths_s)
        for (const cut of cuts) {
          await sleep(5_000)
          const verdict = await tryCut(cut, seconds, { ...scene, remotes: { database, gateways } })
          is_good &&= verdict
        }
      return is_good
    })
  } finally {
    await Promise.all([database.end(), gateways.end()])
    removePlace(data_dir)
  }
}

interface PartitionScene extends Scene {
  remotes: Record<'database' | 'gateways', Remote<unknown>>
}

async function tryCut(
  cut: NetworkCut,
  seconds: number,
  { program, load, payouts, remotes }: PartitionScene,
): Promise<boolean> {
  const [answer_count, logged] = [load.answers.length, program.output().length]
  const names = (['database', 'gateways'] as const).filter((name) => cut[name] !== undefined)
  for (const name of names) remotes[name].cut(cut[name]!)
  await sleep(seconds * 1_000)
  for (const name of names) remotes[name].mend()
  const [writes_s, payouts_s] = await Promise.all([secondsUntilWrite(load), secondsUntilPayout(payouts)])
  await sleep(pause_ms)
  const answers = load.answers.slice(answer_count)
  const longest_s = Math.max(...answers.map(({ took_ms }) => took_ms)) / 1_000
  const lines = linesByProcess(program.output().slice(logged))
  const counts = [...lines.values()].map((all) => all.length)
  const is_good =
    writes_s <= max_return_s.writes &&
    payouts_s <= max_return_s.payouts &&
    longest_s <= max_call_s &&
    answers.every((answer) => answer.code === 0 || isBusy(answer)) &&
    [...lines.values()].every(isOneOutageEach)
  console.log(
    `${is_good ? '✓' : '✗'} ${cut.title} ${numberText(seconds, 1)} giây: sau khi nối lại ${numberText(writes_s, 1)} giây thì ghi được, ${numberText(payouts_s, 1)} giây thì chi được; ` +
      `lời gọi lâu nhất ${numberText(longest_s, 1)} giây, ${refusalsText(answers)}; dòng nhật ký của mỗi tiến trình: ${counts.join(', ') || 0}`,
  )
  if (!is_good) for (const { text } of [...lines.values()].flat().slice(0, 20)) console.log(text.slice(0, 1_000))
  return is_good
}

/** One line at the beginning and one at the end of an outage of the database, the same of a gateway, and nothing else. */
function isOneOutageEach(lines: readonly { msg: string }[]): boolean {
  const subjects = Map.groupBy(lines, ({ msg }) => /^the (database|gateway)/.exec(msg)?.[1])
  return [...subjects].every(([subject, all]) => subject !== undefined && all.length === 2)
}

async function secondsUntilPayout(payouts: Payouts): Promise<number> {
  const from_ms = performance.now()
  const paid_before = await payouts.paid()
  const is_there = await waitUntil(async () => {
    await sleep(250)
    return (await payouts.paid()) > paid_before
  }, 120_000)
  return is_there ? (performance.now() - from_ms) / 1_000 : Infinity
}
