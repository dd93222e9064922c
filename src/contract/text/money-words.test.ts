import { expect, test } from 'vitest'
import { moneyWords } from './money-words.ts'

test('amounts are spelled out in Vietnamese words', () => {
  const spellings: [number, string][] = [
    [0, 'Không đồng'],
    [5, 'Năm đồng'],
    [10, 'Mười đồng'],
    [15, 'Mười lăm đồng'],
    [21, 'Hai mươi mốt đồng'],
    [105, 'Một trăm linh năm đồng'],
    [1_000, 'Một nghìn đồng'],
    [10_000, 'Mười nghìn đồng'],
    [1_500_000, 'Một triệu năm trăm nghìn đồng'],
    [1_505_000, 'Một triệu năm trăm linh năm nghìn đồng'],
    [1_000_005, 'Một triệu không trăm linh năm đồng'],
    [2_000_000_000, 'Hai tỷ đồng'],
    [1_000_000_015, 'Một tỷ không trăm mười lăm đồng'],
    [128_500_000, 'Một trăm hai mươi tám triệu năm trăm nghìn đồng'],
    [1_200_000_000_000, 'Một nghìn hai trăm tỷ đồng'],
    [-50_000, 'Âm năm mươi nghìn đồng'],
  ]
  for (const [amount, words] of spellings) expect(moneyWords(amount), String(amount)).toBe(words)
})
