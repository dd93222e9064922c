// A PostgreSQL that someone else runs (DATABASE_URL): reached, and each connection has a session of its own?
import { createClient } from './pool.ts'

/** How often two connections look whether they still are themselves: a pooler that is busy with others mixes them up only now and then. */
const looks = 5

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
    for (let look = 0; look < looks; look++) {
      await one.prove()
      await one.prove()
      await other.prove()
    }
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}
