// Checks that a PostgreSQL that someone else runs (DATABASE_URL) is reached, and gives each connection a session of its own.
import { StartError } from '#server/program/start-error.ts'
import { createClient, createPools } from './pool.ts'

/** How often two connections look whether they still are themselves: a pooler that is busy with others mixes them up only now and then. */
const check_rounds = 5

/**
 * Opens connections one after the other and beside one another. A pooler that hands sessions around shows it, whether it gives the one that was
 * used last or each in its turn: one of them finds another's session, or its own gone.
 * @throws ConnectionFault
 */
export async function checkExternal(url: string): Promise<void> {
  const [before, one, other] = [createClient(url), createClient(url), createClient(url)]
  try {
    await before.connect()
    await before.end()
    await one.connect()
    await other.connect()
    for (let attempt = 0; attempt < check_rounds; attempt++) {
      await one.prove()
      await one.prove()
      await other.prove()
    }
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}

/**
 * A pooler that shares sessions between transactions: each that it has must be as calls need it, and lead where the direct address leads.
 * @throws ConnectionFault
 */
export async function checkShared(url: string, direct_url: string): Promise<void> {
  const direct = createClient(direct_url)
  const pools = createPools(url, { shared: true, size: check_rounds })
  try {
    await direct.connect()
    const where = 'select current_database() || pg_postmaster_start_time() as place'
    const direct_place = (await direct.query<{ place: string }>(where)).rows[0]!.place
    const queries = Array.from({ length: check_rounds }, () => pools.main.query<{ place: string }>(where))
    const places = (await Promise.all(queries)).map(({ rows }) => rows[0]!.place)
    if (places.some((place) => place !== direct_place))
      throw new StartError('DATABASE_URL và DIRECT_DATABASE_URL không dẫn tới cùng một cơ sở dữ liệu.')
  } finally {
    await Promise.all([direct.end(), pools.end()])
  }
}
