// `npm run keep-state`, run when the version in package.json is released: freezes its new migrations, and saves the data of a small business
// on which every later version must start.
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { migrate, migrations_dir, readFrozen, readMigrations } from '#server/database/migrate.ts'
import { createClient } from '#server/database/pool.ts'
import { removePlace } from '#server/database/place.ts'
import { StartError } from '#server/program/start-error.ts'
import { dumpState, stateFile, states_dir } from '#server/testing/state.ts'
import { makeDataDir, startThrowAway } from '#server/testing/throw-away.ts'
import { version } from '#server/program/version.ts'
import { makeLittleBusiness } from '../src/testing/little-business.ts'

const file = stateFile(version)

async function dumpCurrentState(): Promise<string> {
  const data_dir = makeDataDir()
  const { url, stop } = await startThrowAway()
  const client = createClient(url)
  try {
    await migrate(url)
    await makeLittleBusiness(url, data_dir)
    await client.connect()
    const { text, empty } = await dumpState(client, version)
    if (empty.length > 0)
      throw new StartError(
        `Doanh nghiệp mẫu không có dòng nào trong ${empty.join(', ')}: hãy bổ sung ở src/testing/little-business.ts.`,
      )
    return text
  } finally {
    await client.end()
    await stop()
    removePlace(data_dir)
  }
}

function freeze(): string[] {
  const frozen = readFrozen(migrations_dir)
  const fresh = readMigrations(migrations_dir).filter(({ name }) => !frozen.has(name))
  appendFileSync(
    join(migrations_dir, 'frozen.sha256'),
    fresh.map(({ name, digest }) => `${digest}  ${name}\n`).join(''),
  )
  return fresh.map(({ name }) => name)
}

try {
  if (existsSync(file))
    throw new StartError(`Trạng thái của bản ${version} đã được giữ: hãy tăng version trong package.json.`)
  const packed = brotliCompressSync(await dumpCurrentState(), { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } })
  mkdirSync(states_dir, { recursive: true })
  writeFileSync(file, packed)
  console.log(`✓ ${file} (${Math.round(packed.length / 1_000)} kB)`)
  for (const name of freeze()) console.log(`✓ ${name} từ nay không được sửa nữa`)
} catch (error) {
  console.error(error instanceof StartError ? `✗ ${error.message}` : error)
  process.exitCode = 1
}
