/**
 * Slow-disk drill: under load the disk of program and database takes its time, answers nothing at all, and is full. Writes get slower, calls end with
 * "try again later", and afterwards no acknowledged write is lost or duplicated, nothing is half written, and each payout is paid once.
 */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { removePlace } from '#server/database/place.ts'
import { can_preload, openKnob, preloadOf } from '#server/testing/preload.ts'
import { makeDataDir } from '#server/testing/throw-away.ts'
import { numberText } from '#contract/text/number-text.ts'
import { fill } from '../machines/fill.ts'
import { isBusy, linesByProcess, refusalsText } from './load.ts'
import { secondsUntilWrite, underLoad, type Scene } from './scene.ts'

const disk_size = '2g'
/** Once the disk is as it was. */
const max_return_s = 20
/** A statement that nothing can cancel is given up after 40 seconds, and a call may have waited for a connection before. */
const max_call_s = 55
/** The program counts faults within 15 seconds as one outage, so wait longer between two. */
const pause_ms = 20_000

interface Disk {
  /** How long each wait for the disk takes. */
  delay(milliseconds: number): void
  fill(): void
  clear(): void
}

interface Incident {
  title: string
  seconds: number
  begin(disk: Disk): void
  end(disk: Disk): void
}

const atOnce = (disk: Disk) => disk.delay(0)
const incidents: Incident[] = [
  { title: 'đĩa cần 0,2 giây cho mỗi lần ghi', seconds: 60, begin: (disk) => disk.delay(200), end: atOnce },
  { title: 'đĩa cần 3 giây cho mỗi lần ghi', seconds: 60, begin: (disk) => disk.delay(3_000), end: atOnce },
  { title: 'đĩa đứng im', seconds: 12, begin: (disk) => disk.delay(3_600_000), end: atOnce },
  { title: 'đĩa đứng im', seconds: 90, begin: (disk) => disk.delay(3_600_000), end: atOnce },
  { title: 'đĩa đầy', seconds: 30, begin: (disk) => disk.fill(), end: (disk) => disk.clear() },
]

/** @returns whether nothing was lost or duplicated, calls ended in time with the right error, and service came back by itself */
export async function slowDisk(): Promise<boolean> {
  const missing = missingForDisk()
  if (missing !== null) {
    console.error(`✗ ${missing}`)
    return false
  }
  const data_dir = makeDataDir()
  const { disk, env, leave } = openDisk(data_dir)
  try {
    return await underLoad({ data_dir, env }, async (scene) => {
      let is_good = true
      for (const incident of incidents) {
        await sleep(5_000)
        const verdict = await tryIncident(incident, disk, scene)
        is_good &&= verdict
      }
      return is_good
    })
  } finally {
    leave()
  }
}

function missingForDisk(): string | null {
  if (process.getuid?.() !== 0) return 'Cần chạy bằng root: lệnh này gắn một đĩa nhỏ.'
  if (can_preload) return null
  return 'Cần Linux và trình biên dịch C (Debian: apt-get install gcc libc6-dev) để làm đĩa chậm đi.'
}

/** A small disk in memory, on which the program and its database wait as long as the drill says. */
function openDisk(data_dir: string) {
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${disk_size},mode=711`, 'tmpfs', data_dir])
  if (mount.status !== 0) throw new Error(`mount: ${mount.stderr.toString()}`)
  const leave = () => {
    process.off('exit', leave)
    // What still ends there keeps it busy for a moment longer; nobody sees it any more.
    spawnSync('umount', ['--lazy', data_dir])
    removePlace(data_dir)
  }
  process.on('exit', leave)
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => process.exit(1))
  const { path, set } = openKnob('disk')
  const filler = join(data_dir, 'filling')
  const disk: Disk = { delay: set, fill: () => fill(filler), clear: () => rmSync(filler) }
  return { disk, env: { LD_PRELOAD: preloadOf('disk'), DISK_FILE: path }, leave }
}

async function tryIncident({ title, seconds, begin, end }: Incident, disk: Disk, { program, load, payouts }: Scene) {
  const [answer_count, logged, paid_before] = [load.answers.length, program.output().length, await payouts.paid()]
  begin(disk)
  await sleep(seconds * 1_000)
  const during = load.answers.slice(answer_count)
  const paid_during = (await payouts.paid()) - paid_before
  end(disk)
  const back_s = await secondsUntilWrite(load)
  await sleep(pause_ms)
  const answers = load.answers.slice(answer_count)
  const longest_s = Math.max(...answers.map(({ took_ms }) => took_ms)) / 1_000
  const lines = [...linesByProcess(program.output().slice(logged)).values()].flat()
  const is_good =
    back_s <= max_return_s && longest_s <= max_call_s && answers.every((answer) => answer.code === 0 || isBusy(answer))
  const done = during.filter(({ code }) => code === 0).length
  console.log(
    `${is_good ? '✓' : '✗'} ${title} trong ${numberText(seconds, 1)} giây: ghi được ${numberText(done)} (${numberText(done / seconds, 1)} mỗi giây), chi ${numberText(paid_during)}; ` +
      `sau đó ${numberText(back_s, 1)} giây thì ghi được; lời gọi lâu nhất ${numberText(longest_s, 1)} giây, ${refusalsText(answers)}; ${lines.length} dòng nhật ký`,
  )
  if (!is_good || lines.length > 2) for (const { text } of lines.slice(0, 20)) console.log(text.slice(0, 600))
  return is_good
}
