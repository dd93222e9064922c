/** Prize tables of games without published ones: invented for the sample, proposed by one person and confirmed by another. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { product } from '#features/results/product/product.contract.ts'
import type { SamplePerson } from './act.ts'

const tables = [
  {
    category: product.dt6x36,
    amounts: { match_6: 6_000_000_000, match_5: 6_000_000, match_4: 300_000, match_3: 30_000 },
  },
  {
    category: product.dt123,
    amounts: {
      match_123: 1_000_000_000,
      match_23: 30_000_000,
      match_13: 8_000_000,
      match_12: 400_000,
      match_3: 3_000_000,
      match_2: 40_000,
      match_1: 10_000,
    },
  },
  { category: product.than_tai4, amounts: { match_4: 40_000_000, match_3: 500_000, match_2: 50_000 } },
  { category: product.loto, amounts: { loto_2: 20_000, loto_3: 250_000, loto_4: 3_500_000 } },
] as const

/**
 * Adds a confirmed table, in force since 2020, for each of the games of the North; amounts in đồng, 60 days to
 * claim.
 */
export async function addPrizeTables(
  db: Db,
  { maker, approver }: { maker: SamplePerson; approver: SamplePerson },
): Promise<void> {
  await sql`
    insert into prize_table (category, effective_from, amounts, claim_days, note, status, created_by, decided_by, decided_at)
    select category, '2020-01-01', amounts, 60, 'Dữ liệu mẫu, không phải giá trị công bố', 2, ${maker.user_id}::integer, ${approver.user_id}::integer, now()
    from jsonb_to_recordset(${JSON.stringify(tables)}::jsonb) t (category smallint, amounts jsonb)`.execute(db)
}
