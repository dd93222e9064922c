/** What is sold: the three regions of traditional tickets (xskt) and the electronic games (xsdt). */
import type * as z from 'zod/mini'
import { choice } from '#contract/fields.ts'

/** The stored numbers of the products: traditional tickets below 10, games from 11 on. */
export const product = {
  north: 1,
  central: 2,
  south: 3,
  mega645: 11,
  power655: 12,
  max3d: 13,
  max3d_pro: 14,
  lotto535: 15,
  keno: 16,
  bingo18: 17,
  dt6x36: 18,
  dt123: 19,
  than_tai4: 20,
  loto: 21,
  max4d: 22,
} as const
export const games_from = 10
export type Product = (typeof product)[keyof typeof product]

const traditional = [
  [product.north, 'XSKT miền Bắc'],
  [product.central, 'XSKT miền Trung'],
  [product.south, 'XSKT miền Nam'],
] as const
const electronic = [
  [product.mega645, 'Mega 6/45'],
  [product.power655, 'Power 6/55'],
  [product.max3d, 'Max 3D / 3D+'],
  [product.max3d_pro, 'Max 3D Pro'],
  [product.lotto535, 'Lotto 5/35'],
  [product.keno, 'Keno'],
  [product.bingo18, 'Bingo18'],
  [product.dt6x36, 'Điện toán 6x36'],
  [product.dt123, 'Điện toán 123'],
  [product.than_tai4, 'Thần tài 4'],
  [product.loto, 'Lô tô 2, 3, 4 số'],
  [product.max4d, 'Max 4D'],
] as const

/** The line of products: xskt for traditional tickets, xsdt for electronic games. */
export const productLine = () =>
  choice('Dòng sản phẩm', [
    ['xskt', 'Vé truyền thống'],
    ['xsdt', 'Vé điện toán'],
  ])
export type ProductLine = z.output<ReturnType<typeof productLine>>
/** Any product. */
export const category = () => choice('Sản phẩm', [...traditional, ...electronic])
/** An electronic game. */
export const game = () => choice('Sản phẩm', electronic)
export type Game = (typeof electronic)[number][0]

/** Traditional tickets are taken from stock; a game's numbers are chosen by the customer. */
export function isTraditional(number: Product): number is Exclude<Product, Game> {
  return number < games_from
}
