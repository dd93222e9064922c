/** Finds the provinces and districts that people write in files: 'TP.HCM', 'quan 1', 'Huyện Củ Chi'. */
import { fold } from '#contract/fold.ts'
import type { Db } from '#server/database/transaction.ts'

interface District {
  province_id: number
  district_id: number | null
}
/** The district, or which of the two names was not found. */
type LookupResult =
  | { district: District; error?: never }
  | { district?: never; error: string; fix: string; field: 'province_name' | 'district_name' }

export type FindDistrict = (province_name: string, district_name?: string | null) => LookupResult

/** Reads all districts once; the returned function finds them without another query. */
export async function districtFinder(db: Db): Promise<FindDistrict> {
  const provinces = await db.selectFrom('province').select(['province_id', 'province_name']).execute()
  const districts = await db
    .selectFrom('district')
    .select(['district_id', 'province_id', 'district_name', 'own_name'])
    .execute()

  return (province_name, district_name) => {
    const province = provinces.find((candidate) => withoutKind(candidate.province_name) === withoutKind(province_name))
    if (!province)
      return {
        error: `Không có tỉnh/thành phố “${province_name}”`,
        fix: 'Viết đúng tên một trong 63 tỉnh, thành phố',
        field: 'province_name',
      }
    const { province_id } = province
    if (!district_name) return { district: { province_id, district_id: null } }
    const inProvince = districts.filter((district) => district.province_id === province_id)
    const exact = inProvince.filter((district) => normalized(district.district_name) === normalized(district_name))
    const matches =
      exact.length > 0
        ? exact
        : inProvince.filter((district) => withoutKind(district.own_name) === withoutKind(district_name))
    if (matches.length === 1) return { district: { province_id, district_id: matches[0]!.district_id } }
    return matches.length === 0
      ? {
          error: `“${district_name}” không thuộc ${province.province_name}`,
          fix: 'Viết đúng tên quận, huyện của tỉnh này',
          field: 'district_name',
        }
      : {
          error: `Có nhiều nơi tên “${district_name}” ở ${province.province_name}`,
          fix: `Viết rõ ${matches.map((match) => match.district_name).join(' hay ')}`,
          field: 'district_name',
        }
  }
}

/** Folded, with abbreviations written out and punctuation removed. */
function normalized(name: string): string {
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

function withoutKind(name: string): string {
  return normalized(name).replace(/^(thanh pho|tinh|quan|huyen|thi xa) /, '')
}
