/** Popups, posts, links and a week's maintenance windows. None is today, so that the sample sells all day. */
import { sql } from 'kysely'
import foodRule from '#features/content/food-rule/food-rule.server.ts'
import { foodRule as rules } from '#features/content/food-rule/food-rule.contract.ts'
import link from '#features/content/link/link.server.ts'
import { link as links } from '#features/content/link/link.contract.ts'
import maintenance from '#features/content/maintenance/maintenance.server.ts'
import { maintenance as maintenances } from '#features/content/maintenance/maintenance.contract.ts'
import popup from '#features/content/popup/popup.server.ts'
import { popup as popups } from '#features/content/popup/popup.contract.ts'
import post from '#features/content/post/post.server.ts'
import { post as posts } from '#features/content/post/post.contract.ts'
import type { InputOf } from '#contract/call.ts'
import { product } from '#features/results/product/product.contract.ts'
import type { Db } from '#server/database/transaction.ts'
import { actAs, type SamplePerson } from './act.ts'

/** Day relative to today, its hours, the affected service, and the message for customers. */
const maintenance_windows: readonly [
  day: number,
  from: string,
  to: string,
  categories: (typeof product.keno)[],
  content: string,
][] = [
  [-4, '01:00', '02:30', [], 'Hệ thống nâng cấp cơ sở dữ liệu. Quý khách vui lòng quay lại sau 02:30.'],
  [2, '23:10', '23:40', [product.keno], 'Keno tạm dừng để thay đường truyền kết quả. Các sản phẩm khác vẫn bán.'],
  [3, '00:30', '01:30', [], 'Hệ thống bảo trì định kỳ hằng tháng.'],
]

/** Adds two links for Keno and the maintenance windows, four days ago to in three days. */
export async function addLinksAndMaintenance(db: Db, person: SamplePerson): Promise<void> {
  const act = actAs(db, [...link, ...maintenance], person)
  await act(links.add, {
    link_name: 'Keno trực tiếp',
    category: product.keno,
    url: 'https://veso.example/truc-tiep/keno',
  })
  await act(links.add, {
    link_name: 'Keno trực tiếp (dự phòng)',
    category: product.keno,
    url: 'https://du-phong.veso.example/keno',
    status: 0,
  })
  for (const [day, from, to, categories, content] of maintenance_windows) {
    const momentAt = (time: string) => sql<string>`to_jsonb((current_date + ${day}::integer) + ${time}::time) #>> '{}'`
    const { rows } = await sql<{ start_at: string; end_at: string }>`
      select ${momentAt(from)} || '+07:00' as start_at, ${momentAt(to)} || '+07:00' as end_at`.execute(db)
    await act(maintenances.add, { ...rows[0]!, categories, content, accept_hits: true })
  }
}

type Popups = [from: number, to: number, popup: Omit<InputOf<typeof popups.add>, 'start_at' | 'end_at'>][]

const timed_popups: Popups = [
  [
    0,
    2,
    {
      title: 'Jackpot Mega 6/45 vượt 41 tỷ',
      content:
        '<p>Quay <strong>thứ tư lúc 18:00</strong>. Nhận đơn tới 17:45. Mỗi bộ số <span style="color:#b42323">10.000 đ</span>.</p>',
      link: '/mega-645',
      button_text: 'Chọn số ngay',
      places: ['home', 'mega'],
      position: 1,
    },
  ],
  [
    1,
    5,
    {
      title: 'Hoàn tiền cuối tháng',
      content: '<p>Hoàn <strong>5%</strong> cho đơn trả bằng ví, tối đa 50.000 đ mỗi ngày.</p>',
      places: ['home'],
      position: 2,
      show_every: 'week',
    },
  ],
  [
    8,
    13,
    {
      title: 'Lịch nghỉ lễ',
      content: '<p>Các đài miền Nam không quay trong ngày nghỉ.</p>',
      places: ['home', 'ticket'],
      position: 3,
    },
  ],
]

/** Adds the app's announcements, and posts that refer to the given foods. */
export async function addPopupsAndPosts(db: Db, food_ids: readonly number[], person: SamplePerson): Promise<void> {
  const act = actAs(db, [...popup, ...post, ...foodRule], person)
  for (const [from, to, draft] of timed_popups) {
    const { rows } = await sql<{ start_at: string; end_at: string }>`
      select (current_date + ${from}::integer)::timestamptz as start_at, (current_date + ${to}::integer)::timestamptz as end_at`.execute(
      db,
    )
    await act(popups.add, { ...draft, ...rows[0]! })
  }
  const weights = { post_weight: 50, new_weight: 30, price_weight: 20 }
  await act(rules.add, { rule_name: 'Món được nhắc nhiều', ...weights, period_days: 30, list_size: 8 })
  await act(rules.add, {
    rule_name: 'Dưới 40.000 đ',
    price_to: 40_000,
    ...weights,
    price_weight: 80,
    list_size: 5,
    status: 0,
  })
  const { rows } = await sql<{ id: number; food_name: string; image_url: string; image_alt: string }>`
    select id, food_name, image_url, image_alt from food where id = any (${food_ids.slice(0, 4)}::integer[]) order by id`.execute(
    db,
  )
  for (const { id, food_name, image_url, image_alt } of rows)
    await act(posts.add, {
      title: `${food_name}: quán quen của người mua vé`,
      image_url,
      image_alt,
      content: `<h2>${food_name}</h2><p>Món được gọi nhiều nhất vào buổi chiều, trong lúc chờ kết quả xổ số.</p><ul><li><p>Mở cửa 6:00 – 21:00</p></li><li><p>Có bán vé tại quầy</p></li></ul>`,
      list_food: [id],
    })
}
