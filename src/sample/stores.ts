/** The sample's base stores, each with the stations of its region. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'

type Store = readonly [name: string, address: string, phone_number: string, stations: string]

/** Stores with their stations by code. The first one is the sample store keeper's. */
const stores: readonly Store[] = [
  ['Kho Bến Thành', '125 Lê Lợi, Bến Thành, TP. Hồ Chí Minh', '84902125001', 'HCM LA TG BTR TN'],
  ['Kho Chợ Lớn', '18 Châu Văn Liêm, Chợ Lớn, TP. Hồ Chí Minh', '84902125002', 'HN QNI BN HP ND TB'],
  ['Kho Cần Thơ', '52 Hòa Bình, Ninh Kiều, Cần Thơ', '84902125003', 'CT ST HG BL CM KG AG'],
  ['Kho Vĩnh Long', '7 Phạm Thái Bường, Long Châu, Vĩnh Long', '84902125004', 'VL TV DT'],
  ['Kho Biên Hòa', '214 Cách Mạng Tháng Tám, Trấn Biên, Đồng Nai', '84902125005', 'DN BD BP VT BTH DL'],
  [
    'Kho Nha Trang',
    '36 Thống Nhất, Nha Trang, Khánh Hòa',
    '84902125006',
    'TTH PY DLK QNA DNG KH BDI QT QB GL NT QNG DNO KT',
  ],
]

/** Imports the valid rows of a file that also has invalid ones. */
const partial_import_code = 'K03'
/** Closes returns earlier than its stations. */
const earlyStore = { base_code: 'K04', return_time: '14:00' }

/**
 * Adds the stores and puts the stations, which come with the migrations, under them; returns the ids in the order of
 * the list.
 */
export async function addStores(db: Db): Promise<number[]> {
  const base_ids: number[] = []
  for (const [n, [base_name, address, phone_number, stations]] of stores.entries()) {
    const base_code = `K${String(n + 1).padStart(2, '0')}`
    const { base_id } = await db
      .insertInto('base_store')
      .values({
        base_code,
        base_name,
        address,
        phone_number,
        partial_import: base_code === partial_import_code,
        return_time: base_code === earlyStore.base_code ? earlyStore.return_time : null,
      })
      .returning('base_id')
      .executeTakeFirstOrThrow()
    await sql`insert into base_store_area (area_id, base_id)
      select area_id, ${base_id}::integer from draw_area where area_code = any (${stations.split(' ')}::text[])`.execute(
      db,
    )
    base_ids.push(base_id)
  }
  return base_ids
}
