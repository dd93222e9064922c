/** Loads the sample in parts: each is loaded completely or not at all, and a failed part does not affect the others. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { asProgram } from '#server/audit/without-call.ts'

/** Prints a sentence for the operator and logs the error. */
export type Report = (sentence: string, error?: unknown) => void

/** Result of a part. */
export type Part<T> = { title: string } & ({ is_loaded: true; result: T } | { is_loaded: false })

type NeededParts = Record<string, Part<unknown>>
type ResultsOf<N extends NeededParts> = { [K in keyof N]: N[K] extends Part<infer T> ? T : never }

/** Loads a part with the results of the parts that it needs; skipped when one of those is missing. */
export type LoadPart = <N extends NeededParts, T>(
  title: string,
  needs: N,
  load: (result: ResultsOf<N>) => Promise<T>,
) => Promise<Part<T>>

/** Runs `work`, which loads one part after the other, as an audited write of the program. */
export function inParts(
  db: Db,
  { name, report }: { name: string; report: Report },
  work: (trx: Db, load: LoadPart) => Promise<void>,
): Promise<void> {
  return asProgram(db, name, async (trx) => {
    // No timeouts: nobody waits for a response, and a slow machine may need long.
    await sql`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`.execute(
      trx,
    )
    await work(trx, openParts(trx, report))
  })
}

function openParts(db: Db, report: Report): LoadPart {
  return async <N extends NeededParts, T>(
    title: string,
    needs: N,
    load: (result: ResultsOf<N>) => Promise<T>,
  ): Promise<Part<T>> => {
    const results: Record<string, unknown> = {}
    for (const [name, part] of Object.entries(needs)) {
      if (!part.is_loaded) {
        report(`✗ Dữ liệu mẫu không có phần “${title}” vì thiếu phần “${part.title}”.`)
        return { title, is_loaded: false }
      }
      results[name] = part.result
    }
    await sql`savepoint sample_part`.execute(db)
    try {
      const loaded = await load(results as ResultsOf<N>)
      await sql`release savepoint sample_part`.execute(db)
      return { title, is_loaded: true, result: loaded }
    } catch (error) {
      await sql`rollback to savepoint sample_part`.execute(db).catch(() => {
        throw error // The connection is gone, and with it every part.
      })
      report(`✗ Không nạp được phần “${title}” của dữ liệu mẫu; chương trình vẫn chạy, chi tiết ở trong log.`, error)
      return { title, is_loaded: false }
    }
  }
}
