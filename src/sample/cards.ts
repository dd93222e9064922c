/** The sample's prepaid cards: a stock of three face values, one of which expires soon. */
import { sql } from 'kysely'
import { actAs, type SamplePerson } from './act.ts'
import { cards } from '#features/rewards/card/card.contract.ts'
import cardService from '#features/rewards/card/card.server.ts'
import type { Db } from '#server/database/transaction.ts'

const batches = [
  { issuer: 'Viettel', face_value: 100_000, count: 60, days: 365, first_serial: 10_001_530_000 },
  { issuer: 'Vinaphone', face_value: 50_000, count: 40, days: 21, first_serial: 59_000_012_000 },
  { issuer: 'Viettel', face_value: 500_000, count: 24, days: 540, first_serial: 10_009_870_000 },
] as const

/** Card numbers with leading zeros, which no issuer uses. */
const numberOf = (serial: number) => `000${String((serial * 7_919) % 10_000_000_000).padStart(10, '0')}`

/** Imports three batches of prepaid cards (60, 40 and 24) in the name of `maker`, whose numbers no issuer uses. */
export async function addCards(db: Db, { maker }: { maker: SamplePerson }): Promise<void> {
  const act = actAs(db, cardService, maker)
  for (const { issuer, face_value, count, days, first_serial } of batches) {
    const { rows } = await sql<{ exprieDate: string }>`select current_date + ${days}::integer as "exprieDate"`.execute(
      db,
    )
    await act(cards.import, {
      issuer,
      face_value,
      rows: Array.from({ length: count }, (_, n) => ({
        cardSerial: String(first_serial + n),
        cardNumber: numberOf(first_serial + n),
        exprieDate: rows[0]!.exprieDate,
      })),
    })
  }
}
