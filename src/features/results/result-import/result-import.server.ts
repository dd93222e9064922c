import { sql } from 'kysely'
import { isHeadOffice } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import { runOrTry } from '#server/record/trial.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { resultSource } from '#features/results/result/draw-result.contract.ts'
import { resultStatus } from '#features/results/result/drawn-numbers.contract.ts'
import { resultImport, type ResultImportRow } from './result-import.contract.ts'
import { readRow, type Catalogue, type NamedDraw, type ReadRow, type RowFault } from './import-rows.rules.ts'
import { findDraws, makeDraws, type FoundDraw } from './import-draws.server.ts'
import { insertResults } from './insert-results.server.ts'

export default serve(resultImport, {
  import: ({ db, me, input: { rows, dry_run }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    return runOrTry(db, dry_run, () => importResults(db, me, rows))
  },
})

async function importResults(db: Db, me: Me, rows: readonly ResultImportRow[]) {
  const refused: RowFault[] = []
  const read = readAll(rows, await catalogueOf(db), refused)
  await makeDraws(db, read, refused)
  const draws = await findDraws(db, read)
  const importable_rows: { row: ReadRow; draw: FoundDraw }[] = []
  for (const row of read) {
    if (refused.some(({ index }) => index === row.index)) continue
    const draw = draws.get(keyOf(row))
    const fault = draw ? whyNot(row, draw) : no_draw
    if (fault) refused.push({ index: row.index, ...fault })
    else importable_rows.push({ row, draw: draw! })
  }
  await insertResults(
    db,
    importable_rows.map(({ row, draw }) => ({
      period_id: draw.period_id,
      numbers: row.numbers,
      published: row.published,
      status: draw.is_long_past && !draw.is_sold ? resultStatus.confirmed : resultStatus.entered,
      source: resultSource.file,
      entered_by: me.user_id,
      entered_at: null,
      confirmed_by: null,
      confirmed_at: null,
    })),
  )
  return { refused: refused.toSorted((one, other) => one.index - other.index), same: [] }
}

const no_draw = { error: 'Không có kỳ này', fix: 'Kiểm tra đài, ngày quay và mã kỳ' }

/** Reads all lines; of two lines for the same draw the second is refused. */
function readAll(rows: readonly ResultImportRow[], catalogue: Catalogue, refused: RowFault[]): ReadRow[] {
  const keys = new Set<string>()
  return rows.flatMap((row, index) => {
    const read = readRow(row, index, catalogue)
    if ('error' in read) {
      refused.push(read)
      return []
    }
    if (keys.has(keyOf(read))) {
      refused.push({ index, error: 'Kỳ này đã có ở dòng trên', fix: 'Bỏ một trong hai dòng' })
      return []
    }
    keys.add(keyOf(read))
    return [read]
  })
}

/** The key of a draw within the file: 'area_id day' for a station, the code for a game. */
export function keyOf({ area_id, open_date, period_code }: NamedDraw): string {
  return area_id === null ? period_code! : `${area_id} ${open_date}`
}

function whyNot(row: ReadRow, draw: FoundDraw): Omit<RowFault, 'index'> | null {
  if (draw.open_date !== row.open_date)
    return { error: `Kỳ ${draw.period_code} quay ngày ${draw.open_date}`, fix: 'Sửa ngày quay hoặc mã kỳ' }
  if (draw.is_cancelled) return { error: 'Kỳ đã hủy', fix: 'Bỏ dòng này' }
  if (!draw.is_drawn) return { error: 'Kỳ chưa đến giờ quay', fix: 'Bỏ dòng này' }
  return draw.has_result ? { error: 'Kỳ đã có kết quả', fix: 'Bỏ dòng này, hoặc mở lại kết quả để sửa' } : null
}

async function catalogueOf(db: Db): Promise<Catalogue> {
  const { rows: products } = await sql<Catalogue['products'][number]>`
    select category, category_code, category_name, coalesce(number_digits, 5) as number_digits, coalesce(every_minutes < 1440, false) as is_often
    from category left join game using (category)`.execute(db)
  const { rows: stations } = await sql<Catalogue['stations'][number]>`
    select area_id, area_code, category from draw_area`.execute(db)
  return { products, stations }
}
