import { describe, expect, test } from 'vitest'
import { product } from '#features/results/product/product.contract.ts'
import { sheets } from '../../../testing/sheets.ts'
import { readPasted } from './paste.rules.ts'

const south = (text: string) => readPasted(product.south, '2026-08-15', text)
const keys = ['eighth', 'seventh', 'sixth', 'fifth', 'fourth', 'third', 'second', 'first', 'special'] as const
const complete = { numbers: sheets.hcm, filled: 18, missing: 0 }

describe('a southern sheet', () => {
  test.each([
    [
      'with short labels from the eighth prize up, as in a message',
      `XỔ SỐ TP.HCM thứ 7 15-08-2026
G8: 31   G7: 729
G6: 8531 - 0599 - 7531
Giải năm 7001
G4 44351 18954 65673 56983 75239
   67899 82116
G3  55129-28930  G2: 75464
Nhất 55672 | ĐB 040589
Chúc quý khách may mắn!`,
    ],
    [
      'with the words of the printed sheet, one number a line',
      `Kết quả xổ số Miền Nam ngày 15/08/2026\nGiải đặc biệt\n040589\nGiải nhất\n55672\nGiải nhì\n75464\nGiải ba\n55129\n28930
Giải tư\n44351\n18954\n65673\n56983\n75239\n67899\n82116\nGiải năm\n7001\nGiải sáu\n8531\n0599\n7531\nGiải bảy\n729\nGiải tám\n31`,
    ],
    [
      'with labels in any order',
      `DB 040589 G.1 55672 G.8 31 G.2 75464 G.7 729 G.3 55129,28930 G.5: 7001 G.6: 8531.0599.7531
      G.4: 44351;18954;65673;56983;75239;67899;82116`,
    ],
    ['without labels, from the special prize down', Object.values(sheets.hcm).flat().join(' ')],
    ['without labels, from the eighth prize up', keys.flatMap((key) => sheets.hcm[key]).join('\n')],
    ['under a name that looks like a label', `Quảng Nam\n${Object.values(sheets.hcm).flat().join(' - ')}`],
    [
      'with numbers that stand together',
      `ĐB:040589 G1:55672 G2:75464 G3:5512928930 G4:44351189546567356983752396789982116
      G5:7001 G6:853105997531 G7:729 G8:31`,
    ],
    [
      'in capitals without accents',
      `GIAI TAM 31 GIAI BAY 729 GIAI SAU 8531 0599 7531 GIAI NAM 7001 GIAI TU 44351 18954 65673 56983
      75239 67899 82116 GIAI BA 55129 28930 GIAI NHI 75464 GIAI NHAT 55672 GIAI DAC BIET 040589`,
    ],
  ])('%s is read completely', (_, text) => {
    expect(south(text)).toMatchObject(complete)
  })

  test('keeps a number with a missing digit at its position and marks it', () => {
    const text = 'G4 44351 18954 65673 56983 75239 6789 82116'
    const { numbers, marks, filled, missing } = south(text)
    expect(numbers.fourth).toEqual(sheets.hcm.fourth.with(5, '6789'))
    expect([filled, missing]).toEqual([7, 11])
    const faults = marks.filter(({ kind }) => kind === 'wrong')
    expect(faults.map(({ from, to }) => text.slice(from, to))).toEqual(['6789'])
  })

  test('is not found in a text without a result', () => {
    expect(south('Chúc quý khách may mắn! Hotline 19001234')).toMatchObject({ numbers: {}, filled: 0, missing: 18 })
  })
})

test('a northern sheet is read with its series signs, in order', () => {
  const text = `XSMB thứ 7 (Nam Định) 17/01/2026
Ký hiệu: 15AN-6AN-8AN-1AN-3AN-12AN
ĐB 09824
G.1 38842
G.2 57875 36581
G.3 49247 00737 40091 36121 42248 11896
G.4 9500 2888 8937 6589
G.5 3615 3768 6201 0787 8994 0497
G.6 800 491 957
G.7 54 43 74 64`
  const { numbers, missing } = readPasted(product.north, '2026-01-17', text)
  expect(missing).toBe(0)
  expect(numbers.special).toEqual(['09824'])
  expect(numbers.series).toEqual(['1AN', '3AN', '6AN', '8AN', '12AN', '15AN'])
  expect(numbers.seventh).toEqual(['54', '43', '74', '64'])
})

describe('a game', () => {
  test.each([
    ['03 09 17 22 27 32'],
    ['Mega 6/45 kỳ #01521 ngày 10/06/2026: 32-27-22-17-09-03'],
    ['030917222732'],
    ['3, 9, 17, 22, 27, 32'],
  ])('of balls is read: %s', (text) => {
    const main = ['03', '09', '17', '22', '27', '32']
    expect(readPasted(product.mega645, '2026-06-10', text)).toMatchObject({ numbers: { main }, missing: 0 })
  })

  test('is read with its jackpots and their winners', () => {
    const text = `Power 6/55 12/07/2025
02 34 39 41 45 52 | 51
Jackpot 1: 344.987.346.900 đ (1 giải)
Jackpot 2: 2 x 3.999.297.050đ`
    expect(readPasted(product.power655, '2025-07-12', text)).toMatchObject({
      numbers: { main: ['02', '34', '39', '41', '45', '52'], extra: ['51'] },
      published: {
        jackpot1: { winners: 1, amount: 344_987_346_900 },
        jackpot2: { winners: 2, amount: 3_999_297_050 },
      },
    })
  })

  test('with four prizes is read by their labels', () => {
    const text = `ĐB 097 939; Nhất 524 948 741 401; Nhì 962 572 922 862 903 088; Ba 658 317 102 787 978 070 495 121`
    const { numbers, missing } = readPasted(product.max3d_pro, '2026-07-23', text)
    expect([numbers.special, numbers.third?.length, missing]).toEqual([['097', '939'], 8, 0])
  })

  test.each([
    [product.keno, '04 12 16 18 26 27 34 37 41 43 45 47 53 54 55 62 67 71 72 73', 20],
    [product.bingo18, '5 5 2', 3],
    [product.bingo18, '5-5-2', 3],
    [product.than_tai4, 'Thần tài: 0583', 1],
    [product.dt123, '7 - 21 - 905', 3],
    [product.lotto535, '05 12 20 30 35 | 07', 6],
    [product.lotto535, '05 12 20 30 35 ĐB 07', 6],
  ])('of product %i is read: %s', (category, text, filled) => {
    expect(readPasted(category, '2026-07-24', text)).toMatchObject({ filled, missing: 0 })
  })
})
