/**
 * Names, numbers and addresses for sample data, computed from an index and therefore the same at every load. The step through each list is coprime to
 * its length, so that neighbouring entries differ and no shop's code, address or name repeats.
 */
import { samplePlaces, type SamplePlace } from './places.ts'
import { fold } from '#contract/fold.ts'

const family_names = words('Nguyễn Trần Lê Phạm Huỳnh Phan Vũ Võ Đặng Bùi Đỗ Hồ Ngô Dương Lý')
const middle_names = ['Văn', 'Thị', 'Hữu', 'Ngọc', 'Minh', 'Quốc', 'Thanh', 'Thị Mỹ', 'Hoàng']
const given_names = words(
  'An Ánh Bình Châu Dung Đức Giang Hà Hạnh Khánh Lộc Nhung Phúc Quyên Sơn Thảo Tùng Uyên Vinh Yến',
)
/** Period of the three name lists; each period shifts the given names by one, and every five periods the middle names. */
const names_per_round = 180

const business_first_words = words('Hưng Thành Kim Tân Bảo Minh Gia Phú Hoàng Thiên Nam Đại Trường An Phước Tiến Hồng')
const business_last_words = words('Thịnh Phát Công Long Lộc Châu Ngọc Khang Đạt Vượng Hải Sơn Nguyên Lợi Cường')
const business_kinds = [
  'Đại lý',
  'Công ty TNHH',
  'Hộ kinh doanh',
  'Công ty CP',
  'Đại lý vé số',
  'Doanh nghiệp tư nhân',
  'Công ty TNHH Thương mại Dịch vụ',
  'Hợp tác xã',
  'Công ty TNHH Một thành viên Thương mại Dịch vụ Xổ số và Viễn thông',
]
const shop_names = [
  'Điểm bán vé số',
  'Vé số Kim Phát',
  'Tạp hóa Cô Hạnh',
  'Đại lý vé số Thần Tài',
  'Vé số Bảo Châu',
  'Quán cà phê Hương Quê',
  'Quầy vé số',
  'Vé số Lộc Xuân',
  'Tạp hóa Út Lan',
  'Tiệm sách báo Hồng Đức',
  'Vé số dạo Chú Bảy, quầy cố định trước cổng chợ',
]
const opening_hours = [
  ['06:00', '21:30'],
  ['07:00', '20:00'],
  ['05:30', '18:00'],
  ['08:00', '22:00'],
] as const
const operator_prefixes = ['912', '983', '354', '779', '868']
/** A prime, so that every smaller step visits all house numbers. */
const houses_in_a_street = 499

function words(text: string): string[] {
  return text.split(' ')
}
function pick<T>(items: readonly T[], n: number): T {
  return items[n % items.length]!
}

/** The full name of the n-th person of the sample; the same n always has the same name. */
export function personName(n: number): string {
  const round = Math.floor(n / names_per_round)
  return `${pick(family_names, n * 7)} ${pick(middle_names, n * 5 + 1 + Math.floor(round / 5))} ${pick(given_names, n * 3 + round)}`
}

/** User name of a person: the given name and the initials of the others, 'ngoc.t.b7'. */
export function userName(full_name: string, n: number): string {
  const parts = fold(full_name).split(' ')
  return `${parts
    .map((part, index) => (index === parts.length - 1 ? part : part[0]))
    .reverse()
    .join('.')}${n + 1}`
}

/** Phone number in the database's format; unique for a million indexes. */
export function phoneAt(n: number): string {
  return `84${pick(operator_prefixes, n)}${String(100_003 + n * 7919).slice(-6)}`
}

interface SampleAddress {
  address: string
  province_id: number
  district_id: number
  /** 'latitude,longitude' in degrees */
  position: string
}

export function addressAt(n: number): SampleAddress {
  const place = placeAt(n)
  const { province_id, district_id, centre } = place
  const away = (step: number) => (((n * step) % 401) - 200) / 20_000
  return {
    address: houseAt(n, place),
    province_id,
    district_id,
    position: [centre[0] + away(193), centre[1] + away(271)].map((degrees) => degrees.toFixed(6)).join(','),
  }
}

function placeAt(n: number): SamplePlace {
  return pick(samplePlaces, n)
}

/** '127 Nguyễn Trãi': consecutive indexes vary the place first, then the street, then the house number. */
function houseAt(n: number, { streets }: SamplePlace): string {
  const turn = Math.floor(n / samplePlaces.length)
  const number = ((Math.floor(turn / streets.length) * 191 + turn * 37 + n * 113) % houses_in_a_street) + 1
  const alley = number % 9 === 4 ? `/${(number % 37) + 2}` : number % 13 === 6 ? 'A' : ''
  return `${number}${alley} ${pick(streets, turn)}`
}

interface SamplePartner extends Omit<SampleAddress, 'position'> {
  partner_code: string
  partner_name: string
  partner_type: 1 | 2 | 3
  tax_code: string
  representative: string
  phone_number: string
  email: string
}

/** The n-th partner; names are unique up to 2,000. */
export function partnerAt(n: number): SamplePartner {
  const step = (n * 997) % (business_kinds.length * business_first_words.length * business_last_words.length)
  const word = Math.floor(step / business_kinds.length)
  const { position: _, ...address } = addressAt(n * 5 + 2)
  const partner_code = `DL${String(n + 1).padStart(3, '0')}`
  return {
    partner_code,
    partner_name: `${pick(business_kinds, step)} ${pick(business_first_words, word)} ${pick(business_last_words, Math.floor(word / business_first_words.length))}`,
    partner_type: n % 7 === 0 ? 1 : n % 3 === 0 ? 3 : 2,
    tax_code: taxCodeAt(n),
    representative: personName(n * 11 + 4),
    phone_number: phoneAt(500_000 + n),
    email: `${partner_code.toLowerCase()}@daily.example`,
    ...address,
  }
}

const tax_weights = [31, 29, 23, 19, 17, 13, 7, 5, 3]

/** A tax code of ten digits with a valid check digit; a branch has three more. */
function taxCodeAt(n: number): string {
  const body = pick(['03', '01', '18', '14'], n) + String(1_000_000 + ((n * 61_803) % 1_000_000)).slice(1)
  const nine = [n % 10, (n + 1) % 10].map((digit) => body + digit).find((digits) => taxSum(digits) % 11 !== 0)!
  const code = `${nine}${10 - (taxSum(nine) % 11)}`
  return n % 17 === 5 ? `${code}-001` : code
}

function taxSum(digits: string): number {
  return [...digits].reduce((sum, digit, index) => sum + Number(digit) * tax_weights[index]!, 0)
}

interface SamplePos extends SampleAddress {
  pos_code: string
  pos_name: string
  contact_name: string
  phone_number: string
  open_time: string
  close_time: string
}

/** The n-th point of sale; addresses are unique up to 100,000. */
export function posAt(n: number): SamplePos {
  const place = placeAt(n)
  const where = addressAt(n)
  const [open_time, close_time] = pick(opening_hours, n * 3)
  return {
    pos_code: `${place.prefix}${String(n + 1).padStart(6, '0')}`,
    pos_name: `${pick(shop_names, n * 7 + Math.floor(n / shop_names.length))} – ${where.address}, ${place.name}`,
    contact_name: personName(n),
    phone_number: phoneAt(n),
    open_time,
    close_time,
    ...where,
  }
}
