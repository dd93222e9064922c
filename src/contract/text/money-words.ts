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

/** Three digits; inside a larger number the hundreds are said even when there are none. */
function group(value: number, inside: boolean): string {
  const hundred = Math.floor(value / 100)
  const ten = Math.floor(value / 10) % 10
  const one = value % 10
  if (hundred === 0 && !inside) return ten === 0 ? digits[one]! : tens(ten, one).join(' ')
  return [digits[hundred]!, 'trăm', ...tens(ten, one)].join(' ')
}

function below(value: number, inside: boolean): string {
  const words: string[] = []
  for (let scale = 2; scale >= 0; scale--) {
    const part = Math.floor(value / 1000 ** scale) % 1000
    if (part > 0) words.push(group(part, inside || words.length > 0) + scales[scale])
  }
  return words.join(' ')
}

export function moneyWords(amount: number): string {
  if (!Number.isSafeInteger(amount)) return ''
  if (amount === 0) return 'Không đồng'
  const size = Math.abs(amount)
  const billions = Math.floor(size / 1e9)
  const rest = size % 1e9
  // Above a thousand billions the word tỷ is repeated by counting the billions themselves.
  const words = [
    amount < 0 && 'âm',
    billions > 0 && `${below(billions, false)} tỷ`,
    rest > 0 && below(rest, billions > 0),
    'đồng',
  ]
    .filter(Boolean)
    .join(' ')
  return words[0]!.toLocaleUpperCase('vi') + words.slice(1)
}
