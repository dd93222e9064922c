/** The winners' file of traditional tickets, read by a cursor in one snapshot and streamed. */
import { sql } from 'kysely'
import { shapeOf } from '#contract/schema.ts'
import { cellOf, sheetColumn } from '#contract/sheet/cells.ts'
import { exportColumn } from '#contract/sheet/export-column.ts'
import { workbookStream } from '#contract/sheet/workbook-stream.ts'
import { xlsx_type } from '#contract/sheet/workbook-parts.ts'
import { readBatches } from '#server/record/cursor.ts'
import { checkDays } from '#server/record/list.ts'
import type { Context } from '#server/serve.ts'
import { games_from } from '#features/results/product/product.contract.ts'
import { Reward } from '#features/rewards/reward/reward.contract.ts'
import { rewardQuery, selectReward } from '#features/rewards/reward/reward.query.server.ts'
import { export_columns, type push } from './push.contract.ts'

const shape = shapeOf(Reward)
const columns = export_columns.map((name) => exportColumn(name, shape[name]))
type Row = Record<string, unknown>

export async function exportWinners({ db, me, input, request, fail }: Context<typeof push.export>): Promise<null> {
  checkDays(input, fail)
  const query = selectReward(rewardQuery(db, me, input).where('r.category', '<', games_from))
    .orderBy('r.open_date')
    .orderBy('r.reward_id')
  const rows = await readBatches(db, sql<Row>`${query}`, fail)
  const { rows: names } = await sql<{ name: string }>`
    select 've-trung-' || to_char(now(), 'YYYYMMDD-HH24MI') || '.xlsx' as name`.execute(db)
  await request.send({
    name: names[0]!.name,
    type: xlsx_type,
    bytes: workbookStream(columns.map(sheetColumn), cells(rows)),
  })
  return null
}

async function* cells(parts: AsyncGenerator<Row[]>) {
  for await (const rows of parts) yield rows.map((row) => columns.map((column) => cellOf(column, row[column.key])))
}
