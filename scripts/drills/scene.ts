/** The program of a drill under its load: people who write and payouts, from the start to the comparison at the end. */
import { waitUntil } from '#server/program/process.ts'
import { databaseUrl, startProgram, type RunningProgram } from '#server/testing/program.ts'
import { openSimulator } from '../../src/gateway-simulator/simulator.ts'
import { load_env, startLoad, type Load } from './load.ts'
import { startPayouts, type Payouts } from './payouts.ts'

export interface Scene {
  program: RunningProgram
  load: Load
  payouts: Payouts
  database_url: string
}

interface SceneOptions {
  data_dir: string
  env: Record<string, string>
  /** A database and gateways that the program does not run itself; without them both are its own. */
  external_services?: { database_url: string; gateways: Gateways }
}

interface Gateways {
  url: string
  settings: Record<string, string>
}

/** @returns whether `run` says so, and afterwards no write and no payout was lost or duplicated */
export async function underLoad(
  { data_dir, env, external_services }: SceneOptions,
  run: (scene: Scene) => Promise<boolean>,
): Promise<boolean> {
  const simulator = external_services ? null : await openSimulator({ seed: 'drill', faults: { pending: 0.05 } })
  const { url: gateways_url, settings } = external_services?.gateways ?? simulator!
  const external: Record<string, string> = external_services ? { DATABASE_URL: external_services.database_url } : {}
  let [program, load, payouts]: [RunningProgram | null, Load | null, Payouts | null] = [null, null, null]
  try {
    program = await startProgram({
      data_dir,
      env: { ...load_env, ...settings, ...external, ...env },
      args: ['--empty'],
    })
    const database_url = external_services?.database_url ?? databaseUrl(data_dir)
    load = await startLoad({ url: program.url, database_url, data_dir })
    payouts = await startPayouts(load, database_url, gateways_url)
    const is_good = await run({ program, load, payouts, database_url })
    const is_paid = await payouts.finish()
    return (await load.finish()) && is_paid && is_good
  } finally {
    load?.stop()
    payouts?.stop()
    await program?.stop().catch(() => undefined)
    await simulator?.close()
  }
}

/** Seconds from now until a write is acknowledged; without an end where none is within two minutes. */
export async function secondsUntilWrite({ answers }: Load): Promise<number> {
  const [answer_count, from_ms] = [answers.length, performance.now()]
  const is_there = await waitUntil(() => answers.slice(answer_count).some(({ code }) => code === 0), 120_000)
  return is_there ? (performance.now() - from_ms) / 1_000 : Infinity
}
