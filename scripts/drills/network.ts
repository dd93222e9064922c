/**
 * The program, its database and the gateways in network namespaces of their own, joined by cables that lose packets on request without a word. The
 * namespaces have no names and end with their processes, so that nothing is left behind however a drill ends.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnGuarded } from '#server/program/guard.mjs'

const mark = 'DRILL_HAS_OWN_NETWORK'
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` }

function ip(args: string, inside: readonly string[] = []): void {
  const [command, ...rest] = [...inside, 'ip', ...args.split(' ')]
  const { status, stderr } = spawnSync(command!, rest, { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${args}: ${stderr}`)
}

/** Why there can be no namespaces here; null where there can. */
export function missingForNetwork(): string | null {
  if (process.getuid?.() !== 0) return 'Cần chạy bằng root: lệnh này tạo các mạng riêng (network namespace).'
  const missing = ['ip', 'unshare', 'nsenter'].filter((name) => spawnSync(name, ['-V'], { env }).status !== 0)
  return missing.length === 0
    ? null
    : `Thiếu ${missing.join(', ')}: hãy cài (Debian: apt-get install iproute2 util-linux) rồi chạy lại.`
}

/** Runs this same command in a network namespace of its own and ends as it ends; returns where it is in one already. */
export async function enterOwnNetwork(): Promise<void> {
  if (process.env[mark] === undefined) {
    const program = ['unshare', '--net', '--', process.execPath, ...process.execArgv, ...process.argv.slice(1)] as const
    const { child } = spawnGuarded('process', 'INT', [...program] as [string, ...string[]], {
      env: { ...process.env, [mark]: '1' },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => child.kill(name))
    const [code] = (await once(child, 'exit')) as [number | null]
    process.exit(code ?? 1)
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => process.exit(1))
  narrowLoopback()
}

/** Leaves one loopback address, so that others lead over cables: gateways may be called without TLS at loopback addresses only. */
export function narrowLoopback(): void {
  ip('link set lo up')
  ip('address delete 127.0.0.1/8 dev lo')
  ip('address add 127.0.0.1/32 dev lo')
  writeFileSync('/proc/sys/net/ipv4/conf/all/route_localnet', '1')
}

/** Which packets are lost: those from the program, those to it, or all. */
export type Direction = 'there' | 'back' | 'both'

export interface Remote<Facts> {
  /** What it says of itself once it serves. */
  readonly facts: Facts
  /** From now on packets are lost; senders learn nothing of it. */
  cut(direction: Direction): void
  mend(): void
  /** Asks it to end and waits until it has. */
  end(): Promise<void>
}

const no_hardware = '02:00:00:00:00:ff'
const hardware = { program: '02:00:00:00:00:01', remote: '02:00:00:00:00:02' }
let networks = 0

/** Address of the program on the cable that is laid first. */
export const program_address = '127.77.1.1'

/** Starts a role of remote.ts in a namespace of its own, at the other end of a new cable. */
export async function startRemote<Facts>(role: 'database' | 'gateways'): Promise<Remote<Facts>> {
  const subnet = `127.77.${++networks}`
  const [own_address, remote_address] = [`${subnet}.1`, `${subnet}.2`]
  const args = ['--net', '--', process.execPath, join(import.meta.dirname, 'remote.ts'), role, remote_address]
  const child = spawn('unshare', args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = once(child, 'exit')
  // A terminal's Ctrl+C reaches it too; it ends when the channel to us does.
  const answer = () =>
    Promise.race([once(child, 'message'), ended.then(() => Promise.reject(new Error(`${role} ended`)))])
  await answer()
  const inside = ['nsenter', '--net', '--target', String(child.pid)]
  ip(
    `link add ${role} address ${hardware.program} type veth peer name program address ${hardware.remote} netns ${child.pid}`,
  )
  ip(`address add ${own_address}/24 dev ${role}`)
  ip(`link set ${role} up`)
  ip(`address add ${remote_address}/24 dev program`, inside)
  ip('link set program up', inside)
  /** Frames for a hardware address that nobody has are dropped by the receiver, in silence. */
  const lead = (is_cut: { there: boolean; back: boolean }) => {
    ip(
      `neighbour replace ${remote_address} lladdr ${is_cut.there ? no_hardware : hardware.remote} dev ${role} nud permanent`,
    )
    ip(
      `neighbour replace ${own_address} lladdr ${is_cut.back ? no_hardware : hardware.program} dev program nud permanent`,
      inside,
    )
  }
  lead({ there: false, back: false })
  child.send('cable')
  const [facts] = (await answer()) as [Facts]
  return {
    facts,
    cut: (direction) => lead({ there: direction !== 'back', back: direction !== 'there' }),
    mend: () => lead({ there: false, back: false }),
    async end() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
