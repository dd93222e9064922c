/** Amounts in words, as they are written on Vietnamese slips: 1.505.000 → 'Một triệu năm trăm linh năm nghìn đồng'. */

const digits = ['không', 'một', 'hai', 'ba', 'bốn', 'năm', 'sáu', 'bảy', 'tám', 'chín']
const scales = ['', ' nghìn', ' triệu']

/** What follows 'trăm'; the digit of the ones is spoken differently after 'mươi'. */
function belowHundred(tens: number, ones: number): string[] {
  if (tens === 0) return ones === 0 ? [] : ['linh', digits[ones]!]
  const words = tens === 1 ? ['mười'] : [digits[tens]!, 'mươi']
  if (ones === 0) return words
  if (ones === 1 && tens > 1) return [...words, 'mốt']
  if (ones === 5) return [...words, 'lăm']
  return [...words, digits[ones]!]
}

/** Three digits in words. Within a larger number (`isInner`) the hundreds are spoken even when they are zero. */
function group(value: number, isInner: boolean): string {
  const hundreds = Math.floor(value / 100)
  const tens = Math.floor(value / 10) % 10
  const ones = value % 10
  if (hundreds === 0 && !isInner) return tens === 0 ? digits[ones]! : belowHundred(tens, ones).join(' ')
  return [digits[hundreds]!, 'trăm', ...belowHundred(tens, ones)].join(' ')
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
