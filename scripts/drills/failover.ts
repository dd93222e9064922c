/**
 * Failover drill on three nodes under Patroni while callers write: the primary's PostgreSQL is killed, its whole machine dies or freezes, and a
 * switchover is requested. Every acknowledged write must be there exactly once, and calls that failed must have been answered with "try again later".
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { errors } from '#contract/errors.ts'
import type { Call } from '#contract/call.ts'
import { channel } from '#contract/wire.ts'
import { group } from '#features/access/group/group.contract.ts'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'
import { removePlace } from '#server/database/place.ts'
import { signal, waitUntil } from '#server/program/process.ts'
import { startProgram, type RunningProgram } from '#server/testing/program.ts'
import { makeDataDir } from '#server/testing/throw-away.ts'
import { ask } from '../../src/testing/ask.ts'
import { effectsOf, keepWriting, nothingWritten, type Intent } from '../../src/testing/writers.ts'
import { number } from '../prove.ts'
import { missingTools, startThreeNodes, type ThreeNodes } from './three-nodes.ts'

const writers = 6
/** Limits the load, because three databases, Patroni and the program share this machine; the drill looks for lost writes, not throughput. */
const between_writes_ms = 20
const admin_password = 'Mưa-rào-2026'
const longest_outage_ms = 90_000
/** The program counts faults within 15 seconds as one outage, so wait longer between two. */
const pause_ms = 20_000
const standstill_ms = 30_000

interface Answer {
  at_ms: number
  /** Error code; -1 when the program did not respond. */
  code: number
}

interface Incident {
  title: string
  longest_s: number
  /** @returns a function that brings the machine back */
  provoke(nodes: ThreeNodes): Promise<() => unknown>
}

const incidents: Incident[] = [
  {
    title: 'PostgreSQL chính bị giết',
    longest_s: 10,
    async provoke(nodes) {
      signal((await nodes.leader()).postmaster(), 'SIGKILL')
      return () => undefined
    },
  },
  {
    title: 'chuyển máy chính theo yêu cầu',
    longest_s: 2.5,
    async provoke(nodes) {
      await nodes.switchOver()
      return () => undefined
    },
  },
  {
    title: 'máy chính chết hẳn',
    longest_s: 10,
    async provoke(nodes) {
      const node = await nodes.leader()
      node.send('SIGKILL')
      return () => node.start()
    },
  },
  {
    title: 'máy chính đứng im rồi chạy tiếp',
    longest_s: 10,
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
  let over = false
  try {
    const DATABASE_URL = nodes.url(through)
    const env = { DATABASE_URL, ADMIN_PASSWORD: admin_password, LOG_LEVEL: 'warn', PROCESSES: '2' }
    program = await startProgram({ data_dir, env: { ...env, CALLS_PER_MINUTE: '1000000' } })
    const { url } = program
    const token = await signInAt(url)
    const answers: Answer[] = []
    const written = nothingWritten()
    const tryOnce = async ({ transid, group_name }: Intent) => {
      const code = await codeOf(url, group.add, { group_name, description: 'Ghi giữa lúc chuyển' }, { transid, token })
      answers.push({ at_ms: performance.now(), code })
      await sleep(between_writes_ms)
      return code === errors.system_busy[0] || code === -1 ? null : code
    }
    const writing = Promise.all(Array.from({ length: writers }, (_, n) => keepWriting(n, written, tryOnce, () => over)))
    let is_good = true
    for (let round = 1; round <= rounds; round++)
      for (const incident of incidents) {
        await nodes.untilHealthy()
        await sleep(5_000)
        const verdict = await tryIncident(incident, { nodes, program, answers })
        is_good &&= verdict
      }
    over = true
    await writing
    const { lost, doubled, unwanted, names } = await effectsOf(DATABASE_URL, written)
    const { acknowledged, unknown, refused, retries } = written
    console.log(
      `được trả lời là đã ghi ${number(acknowledged.length)}, mất ${lost.length}, ghi hai lần ${doubled.length}, ` +
        `thừa ${unwanted.length}; gửi lại ${number(retries)}, bỏ dở ${number(unknown.length)}, có ${number(names.size)} dòng`,
    )
    for (const one of refused) console.log(`✗ bị từ chối bằng mã ${one.code}: ${one.transid}`)
    return is_good && lost.length + doubled.length + unwanted.length + refused.length === 0
  } finally {
    over = true
    await program?.stop().catch(() => undefined)
    nodes.stop()
    removePlace(data_dir)
  }
}

interface Scene {
  nodes: ThreeNodes
  program: RunningProgram
  answers: Answer[]
}

async function tryIncident({ title, longest_s, provoke }: Incident, { nodes, program, answers }: Scene) {
  const since = answers.length
  const logged = program.output().length
  const from_ms = performance.now()
  const bringBack = await provoke(nodes)
  const isDone = ({ at_ms, code }: Answer) => code === 0 && at_ms > from_ms
  // Service is back once writes have been acknowledged for three seconds without a gap.
  const isBack = () => gapOf(answers.slice(since), from_ms).ended_ms > 3_000 && answers.slice(since).some(isDone)
  const is_back = await waitUntil(isBack, longest_outage_ms)
  await bringBack()
  await sleep(pause_ms)
  const met = answers.slice(since)
  const { longest_ms } = gapOf(met, from_ms)
  const seconds = longest_ms / 1_000
  const codes = Map.groupBy(
    met.filter(({ code }) => code !== 0),
    ({ code }) => code,
  )
  const refusals =
    [...codes].map(([code, all]) => `${number(all.length)} lần mã ${code}`).join(', ') || 'không ai bị từ chối'
  const lines = linesByProcess(program.output().slice(logged))
  const counts = [...lines.values()].map((all) => all.length)
  const is_good =
    is_back &&
    seconds <= longest_s &&
    [...codes.keys()].every((code) => code === errors.system_busy[0]) &&
    counts.every((count) => count <= 1)
  console.log(
    `${is_good ? '✓' : '✗'} ${title}: ${number(seconds)} giây không ghi được (tối đa ${number(longest_s)}), ${refusals}; ` +
      `dòng nhật ký của mỗi tiến trình: ${counts.join(', ') || 0}`,
  )
  if (counts.some((count) => count > 1)) for (const all of lines.values()) console.log(all.join('\n'))
  return is_good
}

/** The longest gap between acknowledged writes, and the time since it ended, in milliseconds. */
function gapOf(answers: readonly Answer[], from_ms: number): { longest_ms: number; ended_ms: number } {
  let [last_ms, longest_ms, ended_at_ms] = [from_ms, 0, from_ms]
  for (const { at_ms, code } of answers) {
    if (code !== 0) continue
    if (at_ms - last_ms > longest_ms) [longest_ms, ended_at_ms] = [at_ms - last_ms, at_ms]
    last_ms = at_ms
  }
  const open_ms = performance.now() - last_ms
  return {
    longest_ms: Math.max(longest_ms, open_ms),
    ended_ms: open_ms > longest_ms ? 0 : performance.now() - ended_at_ms,
  }
}

/** Warnings and errors in the program's log, by process id. */
function linesByProcess(output: string): Map<number, string[]> {
  const lines = output.split('\n').filter((line) => line.startsWith('{'))
  const parsed = lines.map((line) => ({ line, ...(JSON.parse(line) as { level: number; pid: number }) }))
  const serious = parsed.filter(({ level }) => level >= 40)
  return new Map([...Map.groupBy(serious, ({ pid }) => pid)].map(([pid, all]) => [pid, all.map(({ line }) => line)]))
}

async function signInAt(url: string): Promise<string> {
  const { text } = await send(
    url,
    signIn.login,
    { username: 'admin', password: admin_password, client: 'api' },
    {
      transid: 'dang-nhap',
    },
  )
  return (JSON.parse(text) as { data: { token: string } }).data.token
}

async function codeOf(
  url: string,
  what: Call,
  input: object,
  given: { transid: string; token: string },
): Promise<number> {
  try {
    const { text } = await send(url, what, input, given)
    return (JSON.parse(text) as { error: { code: number } }).error.code
  } catch {
    return -1
  }
}

function send(url: string, what: Call, input: object, { transid, token }: { transid: string; token?: string }) {
  return ask(url + what.path, {
    method: what.method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ ...input, channel, transid }),
  })
}
