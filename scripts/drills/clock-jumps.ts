/**
 * Clock drill: under load the clock of program and database jumps forward and back, by hours and by days. Calls and payouts go on, scheduled jobs run
 * by the new clock, nothing is lost or duplicated, and one line of the log says what happened.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '#server/database/pool.ts'
import { removePlace } from '#server/database/place.ts'
import { movableClock, no_clock } from '#server/testing/clock.ts'
import { makeDataDir } from '#server/testing/throw-away.ts'
import { numberText } from '#contract/text/number-text.ts'
import { gapOf, isBusy, linesByProcess, refusalsText } from './load.ts'
import type { LogLine } from '../../src/testing/log-lines.ts'
import { underLoad, type Scene } from './scene.ts'

const hour_s = 3_600
/** Where the clock stands, after each other; the machine's time is 0. */
const positions_s = [3 * hour_s, 0, -3 * hour_s, 45 * hour_s, 0]
/** Gateways, whose clock is right, refuse what is signed this much earlier or later. */
const gateways_accept_s = 300
/** A job of each minute must have run by then. */
const stay_ms = 80_000
const max_gap_s = 5

/** @returns whether calls, payouts and jobs went on after each jump, and nothing was lost or duplicated */
export async function clockJumps(): Promise<boolean> {
  if (no_clock !== null) {
    console.error(`✗ Cần Linux và trình biên dịch C (Debian: apt-get install gcc libc6-dev) để dời đồng hồ.`)
    return false
  }
  const data_dir = makeDataDir()
  const clock = movableClock()
  try {
    return await underLoad({ data_dir, env: clock.env }, async (scene) => {
      await sleep(10_000)
      let is_good = true
      let from_s = 0
      for (const to_s of positions_s) {
        clock.move(to_s)
        const verdict = await watchJump(from_s, to_s, scene)
        is_good &&= verdict
        from_s = to_s
      }
      return is_good
    })
  } finally {
    removePlace(data_dir)
  }
}

async function watchJump(
  from_s: number,
  to_s: number,
  { program, load, payouts, database_url }: Scene,
): Promise<boolean> {
  const [from_ms, answer_count, logged] = [performance.now(), load.answers.length, program.output().length]
  const paid_before = await payouts.paid()
  await sleep(stay_ms)
  const answers = load.answers.slice(answer_count)
  const gap_s = gapOf(answers, from_ms).longest_ms / 1_000
  const paid = (await payouts.paid()) - paid_before
  const jobs = await minuteJobs(database_url)
  const lines = [...linesByProcess(program.output().slice(logged)).values()].flat()
  const isRefusal = ({ text }: LogLine) => text.includes('"code":"UNAUTHORIZED"')
  const [refused, other_lines] = [lines.filter(isRefusal), lines.filter((line) => !isRefusal(line))]
  const is_good =
    gap_s <= max_gap_s &&
    paid > 0 &&
    jobs > 0 &&
    answers.every((answer) => answer.code === 0 || isBusy(answer)) &&
    other_lines.length === 1 &&
    other_lines[0]!.msg === 'the clock of the database has been moved' &&
    (refused.length === 0 || Math.abs(to_s) > gateways_accept_s)
  const jump_s = to_s - from_s
  const title = `đồng hồ ${jump_s > 0 ? 'tiến' : 'lùi'} ${numberText(Math.abs(jump_s) / hour_s, 1)} giờ`
  console.log(
    `${is_good ? '✓' : '✗'} ${title}: ${numberText(gap_s, 1)} giây không ghi được, ${refusalsText(answers)}; chi ${numberText(paid)}, ` +
      `việc mỗi phút chạy ${jobs} lần trong ${numberText(stay_ms / 1_000, 1)} giây, ${other_lines.length} dòng nhật ký, cổng từ chối ${refused.length} lần`,
  )
  if (!is_good) for (const { text } of lines.slice(0, 20)) console.log(text.slice(0, 600))
  return is_good
}

/** How often the job that expires unpaid orders each minute has run since the jump, by the clock as it is now. */
async function minuteJobs(url: string): Promise<number> {
  const client = createClient(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::integer as count from pgboss.job
       where name = 'orders.expire' and completed_on between now() - make_interval(secs => $1) and now()`,
      [stay_ms / 1_000 - 10],
    )
    return rows[0]!.count
  } finally {
    await client.end()
  }
}
