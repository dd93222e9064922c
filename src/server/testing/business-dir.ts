/** Data directories with an empty business, for tests of programs whose first start is not what they test. */
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { inject } from 'vitest'
import { findPlace } from '../database/place.ts'
import { inTurn } from './database.ts'
import { startProgram } from './program.ts'
import { makeDataDir } from './throw-away.ts'

/** The password of its administrator. */
export const admin_password = 'Mưa-rào-2026'

/** A copy of a data directory in which the program has started with `--empty` and stopped, which the first caller of the run makes. */
export async function businessDir(): Promise<string> {
  const original = inject('business_dir')
  await inTurn('business_dir', async () => {
    if (existsSync(join(original, 'postgres.password'))) return
    const env = { ADMIN_PASSWORD: admin_password, LOG_LEVEL: 'silent' }
    const program = await startProgram({ data_dir: original, env, args: ['--empty'] })
    await program.stop()
  })
  const data_dir = makeDataDir()
  for (const name of readdirSync(original))
    if (name === 'postgres.password' || !name.startsWith('postgres'))
      cpSync(join(original, name), join(data_dir, name), { recursive: true })
  const [from, to] = [await findPlace(original), await findPlace(data_dir)]
  // Keeps the account to which the files belong.
  execFileSync('cp', ['-a', from.cluster, to.cluster])
  return data_dir
}
