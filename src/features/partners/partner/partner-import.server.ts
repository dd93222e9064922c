import type { Context } from '#server/serve.ts'
import { placeNames } from '#features/partners/location/place-names.server.ts'
import type { partner } from './partner.contract.ts'

/** Takes in the rows that can be, and says of each of the others why not. */
export async function importPartners({ db, me, input: { rows }, fail }: Context<typeof partner.import>) {
  if (me.partner_id !== null) fail('no_right')
  const find = await placeNames(db)
  const refused: { index: number; error: string; fix: string }[] = []
  for (const [index, { phone_int, province_name, district_name, ...row }] of rows.entries()) {
    if (district_name && !province_name) {
      refused.push({ index, error: 'Có quận/huyện mà thiếu tỉnh/thành phố', fix: 'Ghi thêm tỉnh/thành phố' })
      continue
    }
    const found = province_name ? find(province_name, district_name) : null
    if (found?.error !== undefined) {
      refused.push({ index, error: found.error, fix: found.fix })
      continue
    }
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('partner')
      .values({ ...row, ...found?.place, phone_number: phone_int ?? null, created_by: me.user_id })
      .onConflict((conflict) => conflict.column('partner_code').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n)
      refused.push({ index, error: 'Đại lý đã tồn tại.', fix: 'Bỏ dòng này hoặc dùng mã khác' })
  }
  return { refused }
}
