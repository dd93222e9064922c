/**
 * Failover drill on three nodes under Patroni while callers write: the primary's PostgreSQL is killed, its whole machine dies or freezes, and a
 * switchover is requested. Every acknowledged write must be there exactly once, and calls that failed must have been answered with "try again later".
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { removePlace } from '#server/database/place.ts'
import { signal, waitUntil } from '#server/program/process.ts'
import { startProgram, type RunningProgram } from '#server/testing/program.ts'
import { makeDataDir } from '#server/testing/throw-away.ts'
import { numberText } from '#contract/text/number-text.ts'
import { gapOf, isBusy, linesByProcess, load_env, refusalsText, startLoad, type Answer, type Load } from './load.ts'
import { missingTools, startThreeNodes, type ThreeNodes } from './three-nodes.ts'

const max_outage_ms = 90_000
/** The program counts faults within 15 seconds as one outage, so wait longer between two. */
const pause_ms = 20_000
const standstill_ms = 30_000

interface Incident {
  title: string
  max_s: number
  /** @returns a function that brings the machine back */
  provoke(nodes: ThreeNodes): Promise<() => unknown>
}

const incidents: Incident[] = [
  {
    title: 'PostgreSQL chính bị giết',
    max_s: 10,
    async provoke(nodes) {
      signal((await nodes.leader()).postmaster(), 'SIGKILL')
      return () => undefined
    },
  },
  {
    title: 'chuyển máy chính theo yêu cầu',
    max_s: 2.5,
    async provoke(nodes) {
      await nodes.switchOver()
      return () => undefined
    },
  },
  {
    title: 'máy chính chết hẳn',
    max_s: 10,
    async provoke(nodes) {
      const node = await nodes.leader()
      node.send('SIGKILL')
      return () => node.start()
    },
  },
  {
    title: 'máy chính đứng im rồi chạy tiếp',
    max_s: 10,
    async provoke(nodes) {
      const node = await nodes.leader()
      node.send('SIGSTOP')
      return async () => {
        await sleep(standstill_ms)
        node.send('SIGCONT')
      }
    },
  },
]

interface FailoverOptions {
  rounds: number
  /** `haproxy`, or `hosts` when the program itself finds the primary among several hosts. */
  through: string
  /** Whether leader-watch runs beside Patroni. */
  is_watched: boolean
}

/** @returns whether nothing was lost or duplicated, all failed calls had the right error, and service was back in time */
export async function failover({ rounds, through, is_watched }: FailoverOptions): Promise<boolean> {
  const missing = missingTools()
  if (missing !== null) {
    console.error(missing)
    return false
  }
  const data_dir = makeDataDir()
  const nodes = await startThreeNodes({ is_watched })
  let program: RunningProgram | null = null
  let load: Load | null = null
  try {
    const DATABASE_URL = nodes.url(through)
    program = await startProgram({ data_dir, env: { ...load_env, DATABASE_URL, LOG_LEVEL: 'warn', PROCESSES: '2' } })
    load = await startLoad({ url: program.url, database_url: DATABASE_URL, data_dir })
    const { answers } = load
    let is_good = true
    for (let round = 1; round <= rounds; round++)
      for (const incident of incidents) {
        await nodes.untilHealthy()
        await sleep(5_000)
        const verdict = await tryIncident(incident, { nodes, program, answers })
        is_good &&= verdict
      }
    return (await load.finish()) && is_good
  } finally {
    load?.stop()
    await program?.stop().catch(() => undefined)
    nodes.stop()
    removePlace(data_dir)
  }
}

interface Scene {
  nodes: ThreeNodes
  program: RunningProgram
  answers: readonly Answer[]
}

async function tryIncident({ title, max_s, provoke }: Incident, { nodes, program, answers }: Scene) {
  const answer_count = answers.length
  const logged = program.output().length
  const from_ms = performance.now()
  const bringBack = await provoke(nodes)
  const isDone = ({ at_ms, code, is_repeat }: Answer) => code === 0 && !is_repeat && at_ms > from_ms
  // Service is back once writes have been acknowledged for three seconds without a gap.
  const isBack = () =>
    gapOf(answers.slice(answer_count), from_ms).ended_ms > 3_000 && answers.slice(answer_count).some(isDone)
  const is_back = await waitUntil(isBack, max_outage_ms)
  await bringBack()
  await sleep(pause_ms)
  const new_answers = answers.slice(answer_count)
  const { longest_ms } = gapOf(new_answers, from_ms)
  const seconds = longest_ms / 1_000
  const lines = linesByProcess(program.output().slice(logged))
  const counts = [...lines.values()].map((all) => all.length)
  const is_good =
    is_back &&
    seconds <= max_s &&
    new_answers.every((answer) => answer.code === 0 || isBusy(answer)) &&
    counts.every((count) => count <= 1)
  console.log(
    `${is_good ? '✓' : '✗'} ${title}: ${numberText(seconds, 1)} giây không ghi được (tối đa ${numberText(max_s, 1)}), ${refusalsText(new_answers)}; ` +
      `dòng nhật ký của mỗi tiến trình: ${counts.join(', ') || 0}`,
  )
  if (counts.some((count) => count > 1)) for (const { text } of [...lines.values()].flat()) console.log(text)
  return is_good
}
