/** Amounts in words, as they are written on Vietnamese slips: 1.505.000 → 'Một triệu năm trăm linh năm nghìn đồng'. */

const digits = ['không', 'một', 'hai', 'ba', 'bốn', 'năm', 'sáu', 'bảy', 'tám', 'chín']
const scales = ['', ' nghìn', ' triệu']

function tens(ten: number, one: number): string[] {
  if (ten === 0) return one === 0 ? [] : ['linh', digits[one]!]
  const words = ten === 1 ? ['mười'] : [digits[ten]!, 'mươi']
  if (one === 0) return words
  if (one === 1 && ten > 1) return [...words, 'mốt']
  if (one === 5) return [...words, 'lăm']
  return [...words, digits[one]!]
}

/** Three digits in words. Within a larger number (`isInner`) the hundreds are spoken even when they are zero. */
function group(value: number, isInner: boolean): string {
  const hundred = Math.floor(value / 100)
  const ten = Math.floor(value / 10) % 10
  const one = value % 10
  if (hundred === 0 && !isInner) return ten === 0 ? digits[one]! : tens(ten, one).join(' ')
  return [digits[hundred]!, 'trăm', ...tens(ten, one)].join(' ')
}

/** A number below a billion in words. */
function belowBillion(value: number, isInner: boolean): string {
  const words: string[] = []
  for (let scale = 2; scale >= 0; scale--) {
    const part = Math.floor(value / 1000 ** scale) % 1000
    if (part > 0) words.push(group(part, isInner || words.length > 0) + scales[scale])
  }
  return words.join(' ')
}

/** The amount in words; empty for one that is no safe whole number. */
export function moneyWords(amount: number): string {
  if (!Number.isSafeInteger(amount)) return ''
  if (amount === 0) return 'Không đồng'
  const size = Math.abs(amount)
  const billions = Math.floor(size / 1e9)
  const rest = size % 1e9
  // There is no word above tỷ: larger numbers count billions ('một nghìn tỷ').
  const words = [
    amount < 0 && 'âm',
    billions > 0 && `${belowBillion(billions, false)} tỷ`,
    rest > 0 && belowBillion(rest, billions > 0),
    'đồng',
  ]
    .filter(Boolean)
    .join(' ')
  return words[0]!.toLocaleUpperCase('vi') + words.slice(1)
}
