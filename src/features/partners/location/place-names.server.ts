/** Finds the provinces and districts that people write in files: 'TP.HCM', 'quan 1', 'Huyện Củ Chi'. */
import { fold } from '#contract/fold.ts'
import type { Db } from '#server/database/transaction.ts'

interface Place {
  province_id: number
  district_id: number | null
}
type FoundPlace = { place: Place; error?: never } | { place?: never; error: string; fix: string }

export type FindPlace = (province_name: string, district_name?: string | null) => FoundPlace

/** Reads all places once; the answer finds them without asking again. */
export async function placeNames(db: Db): Promise<FindPlace> {
  const provinces = await db.selectFrom('province').select(['province_id', 'province_name']).execute()
  const districts = await db
    .selectFrom('district')
    .select(['district_id', 'province_id', 'district_name', 'own_name'])
    .execute()

  return (province_name, district_name) => {
    const province = provinces.find((one) => bare(one.province_name) === bare(province_name))
    if (!province)
      return {
        error: `Không có tỉnh/thành phố “${province_name}”`,
        fix: 'Viết đúng tên một trong 63 tỉnh, thành phố',
      }
    const { province_id } = province
    if (!district_name) return { place: { province_id, district_id: null } }
    const own = districts.filter((one) => one.province_id === province_id)
    const exact = own.filter((one) => plain(one.district_name) === plain(district_name))
    const named = exact.length > 0 ? exact : own.filter((one) => bare(one.own_name) === bare(district_name))
    if (named.length === 1) return { place: { province_id, district_id: named[0]!.district_id } }
    return named.length === 0
      ? {
          error: `“${district_name}” không thuộc ${province.province_name}`,
          fix: 'Viết đúng tên quận, huyện của tỉnh này',
        }
      : {
          error: `Có nhiều nơi tên “${district_name}” ở ${province.province_name}`,
          fix: `Viết rõ ${named.map((one) => one.district_name).join(' hay ')}`,
        }
  }
}

/** Folded, with abbreviations written out and without signs. */
function plain(name: string): string {
  const words = fold(name)
    .replaceAll(/[.,()-]/g, ' ')
    .trim()
    .replace(/^tp\s*/, 'thanh pho ')
    .replace(/^tx\s+/, 'thi xa ')
    .replace(/^q\s*(?=\d|\s)/, 'quan ')
    .replace(/^h\s+/, 'huyen ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^(quan|phuong) 0+(?=\d)/, '$1 ')
  return words.replace(/\bhcm$/, 'ho chi minh')
}

function bare(name: string): string {
  return plain(name).replace(/^(thanh pho|tinh|quan|huyen|thi xa) /, '')
}
