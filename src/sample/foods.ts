/** The sample's foods with their tags. Their pictures are drawn here as a bowl, a plate or a glass. */
import { createHash } from 'node:crypto'
import food from '#features/content/food/food.server.ts'
import { food as foods } from '#features/content/food/food.contract.ts'
import tag from '#features/content/tag/tag.server.ts'
import { tag as tags } from '#features/content/tag/tag.contract.ts'
import type { Db } from '#server/database/transaction.ts'
import { keepPicture, type FileStore } from '#server/files/files.ts'
import { rasterizeSvg } from '#server/files/picture.ts'
import { actAs, type SamplePerson } from './act.ts'

/** Drawing of a dish: its shape, the background colour, and the colours of the pieces. */
type Drawing = ['bowl' | 'plate' | 'glass', string, ...string[]]
type Dish = [name: string, price: number, look: Drawing, alt: string, status?: 0 | 1]

const menu: readonly [tag: string, parts: readonly [sub_tag: string, dishes: readonly Dish[]][]][] = [
  [
    'Món nước',
    [
      [
        'Phở',
        [
          ['Phở bò tái', 55_000, ['bowl', '#e7c58f', '#b45353', '#fdf6e3', '#4d8b3a'], 'Tô phở bò tái với hành lá'],
          ['Phở gà ta', 60_000, ['bowl', '#f1dba4', '#f4e3c1', '#fffaf0', '#6ba548'], 'Tô phở gà xé với lá chanh'],
        ],
      ],
      [
        'Bún',
        [
          ['Bún bò Huế', 65_000, ['bowl', '#d2691e', '#8b2e16', '#fff7ea', '#3f7d34'], 'Tô bún bò Huế màu đỏ cam'],
          ['Bún riêu cua', 50_000, ['bowl', '#e58b4a', '#c8443a', '#fff4e4', '#7fb04f'], 'Tô bún riêu với cà chua'],
        ],
      ],
      [
        'Hủ tiếu',
        [['Hủ tiếu Nam Vang', 60_000, ['bowl', '#efe0b8', '#e2836b', '#fff', '#5d9440'], 'Tô hủ tiếu với tôm']],
      ],
    ],
  ],
  [
    'Món khô',
    [
      [
        'Cơm',
        [['Cơm tấm sườn bì', 55_000, ['plate', '#fffdf4', '#9a4b22', '#e9b949', '#6ba548'], 'Đĩa cơm tấm sườn bì chả']],
      ],
      [
        'Bánh mì',
        [
          ['Bánh mì thịt nguội', 25_000, ['plate', '#f3d9a4', '#d99a45', '#c96a5b', '#5d9440'], 'Ổ bánh mì thịt nguội'],
          ['Bánh mì chay', 20_000, ['plate', '#f3d9a4', '#d99a45', '#a5c65b', '#e0683c'], 'Ổ bánh mì chay với rau', 0],
        ],
      ],
    ],
  ],
  [
    'Đồ uống',
    [
      ['Cà phê', [['Cà phê sữa đá', 22_000, ['glass', '#5b3418', '#f2dfc1', '#dff1f7', '#fff'], 'Ly cà phê sữa đá']]],
      [
        'Trà và nước ép',
        [['Nước mía tắc', 15_000, ['glass', '#c8d96f', '#f0a73c', '#e9f7d9', '#fff'], 'Ly nước mía với tắc']],
      ],
    ],
  ],
]

function picture([shape, ground, ...pieces]: Drawing): string {
  const bits = Array.from({ length: 26 }, (_, n) => {
    const [turn, far] = [n * 2.4, 26 + ((n * 61) % 112)]
    const [x, y] = [300 + Math.cos(turn) * far, 225 + Math.sin(turn) * far * 0.82]
    const size = `rx="${16 + ((n * 7) % 18)}" ry="${7 + ((n * 5) % 9)}"`
    return `<ellipse cx="${x}" cy="${y}" ${size} transform="rotate(${(n * 47) % 180} ${x} ${y})" fill="${pieces[n % pieces.length]}"/>`
  }).join('')
  const round = `<ellipse cx="300" cy="240" rx="214" ry="180" fill="#00000022"/><circle cx="300" cy="225" r="196" fill="#fff"/>
    <circle cx="300" cy="225" r="${shape === 'bowl' ? 168 : 178}" fill="${ground}"/>${bits}`
  const glass = `<path d="M205 70h190l-26 320q-2 20-24 20h-90q-22 0-24-20z" fill="${ground}"/><path d="M212 150h176l-6 74H218z" fill="${pieces[0]}"/>
    <g fill="#fff" opacity=".55"><rect x="238" y="96" width="54" height="50" rx="8" transform="rotate(14 265 121)"/><rect x="312" y="102" width="50" height="48" rx="8" transform="rotate(-18 337 126)"/></g>
    <path d="M340 20 318 240" stroke="${pieces[1]}" stroke-width="14"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="450" viewBox="0 0 600 450">
    <rect width="600" height="450" fill="${shape === 'glass' ? '#dbe7ec' : '#8d6e55'}"/><path d="M0 330h600v120H0z" fill="#0000001a"/>${shape === 'glass' ? glass : round}</svg>`
}

/** Adds the foods, created by this person; returns their ids in the order of the menu. */
export async function addFoods(db: Db, files: FileStore, person: SamplePerson): Promise<number[]> {
  const act = actAs(db, [...tag, ...food], person)
  const ids: number[] = []
  for (const [position, [tag_name, parts]] of menu.entries()) {
    const parent = await act(tags.add, { tag_name, position: position + 1 })
    for (const [place, [sub_name, dishes]] of parts.entries()) {
      const sub = await act(tags.add, { tag_name: sub_name, parent_id: parent.id, position: place + 1 })
      for (const [food_name, price, drawing, image_alt, status = 1] of dishes) {
        const image = await rasterizeSvg(picture(drawing))
        const path = `food/mon-${createHash('sha256').update(image.bytes).digest('hex').slice(0, 16)}.webp`
        const image_url = await keepPicture(db, files, { path, picture: image, created_by: person.user_id })
        const dish = await act(foods.add, { food_name, price, image_url, image_alt, status, list_tag: [sub.id] })
        ids.push(dish.id)
      }
    }
  }
  return ids
}
