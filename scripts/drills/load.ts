/** The load of a drill: people who write one group after the other and repeat what has no answer, each attempt with the same transid. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '#contract/call.ts'
import { errors } from '#contract/errors.ts'
import { channel } from '#contract/wire.ts'
import { group } from '#features/access/group/group.contract.ts'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'
import type { Finding } from '#server/audit/finding.ts'
import { headsFile } from '#server/audit/heads.ts'
import { verifyAudit } from '#server/audit/verify.ts'
import { numberText } from '#contract/text/number-text.ts'
import { ask } from '../../src/testing/ask.ts'
import { logLines, type LogLine } from '../../src/testing/log-lines.ts'
import { effectsOf, keepWriting, nothingWritten, type Intent } from '../../src/testing/writers.ts'

const writers = 6
/** Limits the load, because the databases and the program share this machine; a drill looks for lost writes, not throughput. */
const between_writes_ms = 20
const admin_password = 'Mưa-rào-2026'
export const no_answer = -1
const busy = errors.system_busy[0]
/** The session has ended, or is too old for calls that want a fresh proof of the person; a clock that jumps makes it so. */
const signed_out: readonly number[] = [errors.token_expired[0], errors.token_invalid[0], errors.proof_required[0]]

/** Environment of a program under this load. */
export const load_env = { ADMIN_PASSWORD: admin_password, CALLS_PER_MINUTE: '1000000' }

export interface Answer {
  at_ms: number
  took_ms: number
  /** Error code; -1 when the program did not respond. */
  code: number
  /** The transid was sent before: what had been committed by then is answered again, without a write. */
  is_repeat: boolean
}

interface Target {
  /** The program's. */
  url: string
  database_url: string
  data_dir: string
}

export interface Load {
  readonly answers: readonly Answer[]
  /** Sends a call as the administrator; gives the error code. */
  call(what: Call, input: object, transid: string): Promise<number>
  /** Ends the load and compares what was acknowledged with the database. @returns whether nothing was lost, duplicated or refused */
  finish(): Promise<boolean>
  /** Ends the load without looking. */
  stop(): void
}

export async function startLoad({ url, database_url, data_dir }: Target): Promise<Load> {
  const answers: Answer[] = []
  const written = nothingWritten()
  const sent = new Set<string>()
  let isOver = false
  let token = await signInAt(url)
  let signing: Promise<void> | null = null
  const signInAgain = async () => {
    token = await signInAt(url).catch(() => token)
    signing = null
  }
  const call = async (definition: Call, input: object, transid: string): Promise<number> => {
    const sent_token = token
    const code = await codeOf(url, definition, input, { transid, token })
    if (!signed_out.includes(code)) return code
    // All callers share one session.
    if (token === sent_token) await (signing ??= signInAgain())
    return codeOf(url, definition, input, { transid, token })
  }
  const tryOnce = async ({ transid, group_name }: Intent) => {
    const started_ms = performance.now()
    const is_repeat = sent.has(transid)
    sent.add(transid)
    const code = await call(group.add, { group_name, description: 'Ghi giữa lúc sự cố' }, transid)
    const at_ms = performance.now()
    answers.push({ at_ms, took_ms: at_ms - started_ms, code, is_repeat })
    await sleep(between_writes_ms)
    return code === busy || code === no_answer ? null : code
  }
  const writing = Promise.all(Array.from({ length: writers }, (_, n) => keepWriting(n, written, tryOnce, () => isOver)))
  return {
    answers,
    call,
    stop: () => void (isOver = true),
    async finish() {
      isOver = true
      await writing
      const { lost, doubled, unwanted, names } = await effectsOf(database_url, written)
      const findings: Finding[] = []
      await verifyAudit(database_url, headsFile(data_dir), (finding) => findings.push(finding))
      const { acknowledged, unknown, refused, retries } = written
      console.log(
        `được trả lời là đã ghi ${numberText(acknowledged.length)}, mất ${lost.length}, ghi hai lần ${doubled.length}, ` +
          `thừa ${unwanted.length}; gửi lại ${numberText(retries)}, bỏ dở ${numberText(unknown.length)}, có ${numberText(names.size)} dòng, nhật ký lệch ${findings.length}`,
      )
      for (const refusal of refused) console.log(`✗ bị từ chối bằng mã ${refusal.code}: ${refusal.transid}`)
      return [lost, doubled, unwanted, refused, findings].every(({ length }) => length === 0)
    },
  }
}

export const isBusy = ({ code }: Answer): boolean => code === busy

/**
 * The longest gap between acknowledged writes, and the time since it ended, in milliseconds. Repeated calls do not end it: those that were committed
 * before are answered while new commits still wait for a standby.
 */
export function gapOf(answers: readonly Answer[], from_ms: number): { longest_ms: number; ended_ms: number } {
  let [last_ms, longest_ms, ended_at_ms] = [from_ms, 0, from_ms]
  for (const { at_ms, code, is_repeat } of answers) {
    if (code !== 0 || is_repeat) continue
    if (at_ms - last_ms > longest_ms) [longest_ms, ended_at_ms] = [at_ms - last_ms, at_ms]
    last_ms = at_ms
  }
  const open_ms = performance.now() - last_ms
  return {
    longest_ms: Math.max(longest_ms, open_ms),
    ended_ms: open_ms > longest_ms ? 0 : performance.now() - ended_at_ms,
  }
}

/** How often callers were refused with which code, in words. */
export function refusalsText(answers: readonly Answer[]): string {
  const refused = answers.filter(({ code }) => code !== 0)
  const codes = [...Map.groupBy(refused, ({ code }) => code)]
  return codes.map(([code, all]) => `${numberText(all.length)} lần mã ${code}`).join(', ') || 'không ai bị từ chối'
}

/** Warnings and errors in the program's log and the ends of outages, by process id. */
export function linesByProcess(output: string): Map<number, LogLine[]> {
  return Map.groupBy(
    logLines(output).filter(({ level, msg }) => level >= 40 || msg.endsWith('answers again')),
    ({ pid }) => pid,
  )
}

async function signInAt(url: string): Promise<string> {
  const login = { username: 'admin', password: admin_password, client: 'api' }
  const { text } = await send(url, signIn.login, login, { transid: crypto.randomUUID() })
  return (JSON.parse(text) as { data: { token: string } }).data.token
}

async function codeOf(url: string, definition: Call, input: object, credentials: { transid: string; token: string }) {
  try {
    const { text } = await send(url, definition, input, credentials)
    return (JSON.parse(text) as { error: { code: number } }).error.code
  } catch {
    return no_answer
  }
}

function send(url: string, definition: Call, input: object, { transid, token }: { transid: string; token?: string }) {
  return ask(url + definition.path, {
    method: definition.method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ ...input, channel, transid }),
  })
}
