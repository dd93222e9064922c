/** Names and amounts as they occur in the business, long and awkward ones among them. */

export const provinces = [
  ['79', 'TP. Hồ Chí Minh'],
  ['01', 'Hà Nội'],
  ['48', 'Đà Nẵng'],
  ['92', 'Cần Thơ'],
  ['87', 'Đồng Tháp'],
  ['75', 'Đồng Nai'],
  ['89', 'An Giang'],
  ['80', 'Tây Ninh'],
  ['66', 'Đắk Lắk'],
  ['68', 'Lâm Đồng'],
  ['77', 'Bà Rịa – Vũng Tàu'],
  ['46', 'Thừa Thiên Huế'],
].map(([value, label]) => ({ value: value!, label: label! }))

export const partners = [
  { value: 'DL001', label: 'Đại lý Trường Phát', detail: 'DL001' },
  { value: 'DL002', label: 'Công ty TNHH Thương mại Dịch vụ Xổ số Hưng Thịnh Miền Tây', detail: 'DL002' },
  { value: 'DL003', label: 'Đại lý Bảo Châu', detail: 'DL003' },
  { value: 'DL004', label: 'Công ty CP Kim Long', detail: 'DL004' },
  { value: 'DL005', label: 'Đại lý Đặng Thị Ước Nguyện', detail: 'DL005' },
]

export type Pos = {
  pos_id: number
  code: string
  name: string
  partner: string
  province: string
  phone: string
  devices: number
  limit: number
  sales: number
  status: 0 | 1 | 2
  created: string
}

const people = [
  'Phạm Văn Đức',
  'Ngô Thanh Tùng',
  'Đỗ Thị Ngọc Ánh',
  'Bùi Thị Lệ Quyên',
  'Hoàng Quốc Khánh',
  'Nguyễn Ngọc Thiên Ân',
  'Trần Đình Ưng',
  'Lê Thị Mỹ Duyên',
  'Đặng Hữu Phước',
  'Võ Thị Hồng Nhung',
]

/** The same rows at every call, so that pictures of the catalogue can be compared. */
export function posRows(count: number): Pos[] {
  return Array.from({ length: count }, (_, index) => ({
    pos_id: index + 1,
    code: `POS${100_001 + index}`,
    name: `Điểm bán ${people[(index * 7) % people.length]}${index % 9 === 4 ? ' – chợ đầu mối nông sản thực phẩm Thủ Đức' : ''}`,
    partner: partners[(index * 3) % partners.length]!.label,
    province: provinces[(index * 5) % provinces.length]!.label,
    phone: `0${344_728_128 + index * 1_357_913}`.slice(0, 10),
    devices: (index * 3) % 7,
    limit: (((index * 37) % 190) + 10) * 1_000_000,
    sales: index === 2 ? 1_234_567_890_123 : ((index * 7_919_117) % 944_902) * 1_000,
    status: ([1, 1, 1, 2, 1, 0] as const)[index % 6]!,
    created: `2025-${String((index % 12) + 1).padStart(2, '0')}-${String(((index * 11) % 28) + 1).padStart(2, '0')}`,
  }))
}
