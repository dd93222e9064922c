import type { RefusedRow, RowRefusal } from '#contract/bulk.ts'
import { isHeadOffice } from '#contract/person.ts'
import { within } from '#server/scope.ts'
import { runOrTry } from '#server/record/trial.ts'
import type { Context } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { districtFinder, type FindDistrict } from '#features/partners/location/district-finder.server.ts'
import type { partner } from './partner.contract.ts'

type ImportCall = Context<typeof partner.import>
type Row = ImportCall['input']['rows'][number]

/** Imports the valid rows and returns the reasons of the others. */
export async function importPartners({ db, me, input: { rows, dry_run }, fail }: ImportCall) {
  if (!isHeadOffice(me)) fail('no_right')
  const find = await districtFinder(db)
  return runOrTry(db, dry_run, async () => {
    const refused: RefusedRow[] = []
    const unchanged_rows: number[] = []
    for (const [index, row] of rows.entries()) {
      if (await partnerExists(db, me, row)) {
        unchanged_rows.push(index)
        continue
      }
      const refusal = await importRow(db, me, row, find)
      if (refusal) refused.push({ index, ...refusal })
    }
    return { refused, same: unchanged_rows }
  })
}

/** Whether a partner with this code and name exists, which the import does not change. */
async function partnerExists(db: Db, me: Me, { partner_code, partner_name }: Row): Promise<boolean> {
  const existing = await db
    .selectFrom('partner')
    .select('partner_id')
    .where(within(me, 'partner'))
    .where('partner_code', '=', partner_code)
    .where('partner_name', '=', partner_name)
    .executeTakeFirst()
  return existing !== undefined
}

async function importRow(
  db: Db,
  me: Me,
  { phone_int, province_name, district_name, ...row }: Row,
  find: FindDistrict,
): Promise<RowRefusal | null> {
  if (district_name && !province_name)
    return { error: 'Có quận/huyện mà thiếu tỉnh/thành phố', fix: 'Ghi thêm tỉnh/thành phố', field: 'province_name' }
  const location = province_name ? find(province_name, district_name) : null
  if (location?.error !== undefined) return location
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('partner')
    .values({ ...row, ...location?.district, phone_number: phone_int ?? null, created_by: me.user_id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 0n
    ? {
        error: 'Mã hoặc mã số thuế này là của một đại lý khác.',
        fix: 'Bỏ dòng này hoặc dùng mã khác',
        field: 'partner_code',
      }
    : null
}
