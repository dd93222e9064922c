// `npm run generate`: writes db/types.ts from a freshly migrated database, so that query types always match the tables.
// `npm run generate -- --check` only fails when the file is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate, getDialect } from 'kysely-codegen'
import { project_dir } from '#server/program/config.ts'
import { migrate } from '#server/database/migrate.ts'
import { createDb, createPools } from '#server/database/pool.ts'
import { startThrowAway } from '#server/testing/throw-away.ts'

const path = join(project_dir, 'db', 'types.ts')

/** The types that our parsers return, see src/server/database/values.ts. */
const type_mapping = { int8: 'number', numeric: 'number', date: 'string', timestamp: 'string', timestamptz: 'string' }

async function generatedTypes(): Promise<string> {
  const { url, stop } = await startThrowAway({ quick: true })
  const pools = createPools(url)
  try {
    await migrate(url)
    return await generate({
      db: createDb(pools.main),
      dialect: getDialect('postgres'),
      includePattern: 'public.*',
      typeMapping: type_mapping,
    })
  } finally {
    await pools.end()
    await stop()
  }
}

const types = await generatedTypes()
const stored_types = readFileSync(path, 'utf8')
if (!process.argv.includes('--check')) writeFileSync(path, types)
else if (types !== stored_types) {
  console.error('db/types.ts does not match db/migrations: run `npm run generate` and commit the result.')
  process.exitCode = 1
}
