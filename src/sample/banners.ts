/** The sample's banners. Their pictures are drawn here without text, because a server may have no fonts. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { time_zone } from '#server/database/values.ts'
import { keepPicture, type FileStore } from '#server/files/files.ts'
import { rasterizeSvg } from '#server/files/picture.ts'

const [width, height] = [1_200, 480]

interface Sample {
  title: string
  name: string
  place: 'home_top' | 'home_middle' | 'result'
  link: string
  /** Start and end in days from today, and payment sources by code. */
  from?: number
  to?: number
  status?: 0 | 1
  sources: string[]
  svg: string
}

const aroundCentre = (count: number, draw: (angle: number, n: number) => string) =>
  Array.from({ length: count }, (_, n) => draw((n * 360) / count, n)).join('')

/** An SVG with a colour gradient as background. */
function scene(from: string, to: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <defs><linearGradient id="sky" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>
    <radialGradient id="shine" cx=".35" cy=".3" r=".8"><stop stop-color="#fff" stop-opacity=".85"/><stop offset=".45" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#sky)"/>${content}</svg>`
}

function blossom(x: number, y: number, size: number, petal: string): string {
  const petals = aroundCentre(
    5,
    (angle) => `<ellipse rx=".34" ry=".5" cy="-.52" fill="${petal}" transform="rotate(${angle})"/>`,
  )
  return `<g transform="translate(${x} ${y}) scale(${size})">${petals}<circle r=".24" fill="#c2410c"/><circle r=".12" fill="#fef3c7"/></g>`
}

function ball(x: number, y: number, radius: number, colour: string): string {
  const circle = (fill: string) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`
  const label = `<circle cx="${x}" cy="${y}" r="${radius * 0.46}" fill="#fff" fill-opacity=".9"/>`
  return `<ellipse cx="${x}" cy="${y + radius}" rx="${radius * 0.8}" ry="${radius * 0.16}" opacity=".25"/>${circle(colour)}${label}${circle('url(#shine)')}`
}

function ticket(x: number, y: number, angle: number, colour: string): string {
  const holes = aroundCentre(9, (_, n) => `<circle cx="210" cy="${-68 + n * 17}" r="3.5" fill="#fff"/>`)
  const bars = [-44, -12, 20, 52].map(
    (top, n) =>
      `<rect x="-170" y="${top}" width="${[210, 300, 260, 150][n]!}" height="14" rx="7" fill="#fff" opacity="${n === 1 ? 0.95 : 0.5}"/>`,
  )
  return `<g transform="translate(${x} ${y}) rotate(${angle})"><rect x="-200" y="-82" width="480" height="176" rx="18" opacity=".2" transform="translate(8 10)"/>
    <rect x="-200" y="-82" width="480" height="176" rx="18" fill="${colour}"/>${holes}${bars.join('')}<circle cx="246" cy="6" r="20" fill="#fff" opacity=".9"/></g>`
}

function coin(x: number, y: number, radius: number): string {
  return `<ellipse cx="${x}" cy="${y + 8}" rx="${radius}" ry="${radius}" fill="#b45309"/><circle cx="${x}" cy="${y}" r="${radius}" fill="#fbbf24"/>
    <circle cx="${x}" cy="${y}" r="${radius * 0.78}" fill="none" stroke="#f59e0b" stroke-width="${radius * 0.08}"/>
    <path d="M0-1 .29-.4.95-.31.47.15.59.81 0 .5-.59.81-.47.15-.95-.31-.29-.4Z" fill="#f59e0b" transform="translate(${x} ${y}) scale(${radius * 0.5})"/>`
}

const lantern = (x: number, drop: number) =>
  `<path d="M${x} 0v${drop}" stroke="#fde68a" stroke-width="3"/><g transform="translate(${x} ${drop + 62})"><ellipse rx="66" ry="58" fill="#dc2626"/><path d="M-30-52Q-60 0-30 52M30-52Q60 0 30 52M0-58V58" stroke="#fca5a5" stroke-width="3" fill="none"/><rect x="-28" y="-70" width="56" height="16" rx="5" fill="#fbbf24"/><rect x="-28" y="54" width="56" height="16" rx="5" fill="#fbbf24"/><path d="M-12 70v44M0 70v58M12 70v44" stroke="#fbbf24" stroke-width="4"/></g>`

const samples: readonly Sample[] = [
  {
    title: 'Chúc mừng năm mới – Vé xuân trúng lớn',
    name: 've-xuan',
    place: 'home_top',
    link: 'https://veso.example/khuyen-mai/ve-xuan',
    from: -20,
    to: 40,
    sources: ['WALLET', 'MOMO', 'ZALOPAY', 'BANK'],
    svg: scene(
      '#9f1239',
      '#e11d48',
      `<path d="M-20 470Q320 300 640 380T1220 250" stroke="#4c0519" stroke-width="16" fill="none"/>
       ${[
         [120, 420, 62],
         [260, 352, 84],
         [420, 346, 58],
         [600, 372, 92],
         [790, 368, 66],
         [930, 330, 88],
         [1090, 288, 64],
         [350, 210, 40],
         [700, 190, 36],
       ]
         .map(([x, y, size]) => blossom(x!, y!, size!, '#fcd34d'))
         .join('')}
       ${lantern(170, 60)}${lantern(1010, 20)}${lantern(520, 8)}`,
    ),
  },
  {
    title: 'Keno giờ vàng: hoàn 10% mỗi tối',
    name: 'keno-gio-vang',
    place: 'home_top',
    link: '/keno',
    from: -5,
    to: 9,
    sources: ['WALLET', 'MOMO', 'VIETTEL'],
    svg: scene(
      '#172554',
      '#4338ca',
      `<circle cx="600" cy="560" r="430" fill="#fff" opacity=".05"/><circle cx="600" cy="560" r="330" fill="#fff" opacity=".06"/>
       ${['#f43f5e', '#f59e0b', '#22c55e', '#38bdf8', '#a855f7', '#f97316', '#14b8a6'].map((colour, n) => ball(165 + n * 145, 290 - Math.sin((n / 6) * Math.PI) * 120, 62, colour)).join('')}`,
    ),
  },
  {
    title: 'Vé số truyền thống giao tận tay',
    name: 've-truyen-thong',
    place: 'home_middle',
    link: '/ve-truyen-thong',
    sources: ['WALLET', 'BANK', 'POS'],
    svg: scene(
      '#065f46',
      '#10b981',
      `<circle cx="1050" cy="80" r="220" fill="#fff" opacity=".07"/>${ticket(400, 290, -14, '#f97316')}${ticket(560, 250, -4, '#0ea5e9')}${ticket(720, 230, 7, '#e11d48')}`,
    ),
  },
  {
    title: 'Giải đặc biệt đang tích lũy',
    name: 'giai-dac-biet',
    place: 'result',
    link: 'https://veso.example/giai-dac-biet',
    from: 6,
    to: 36,
    sources: ['WALLET', 'MOMO'],
    svg: scene(
      '#581c87',
      '#7e22ce',
      `<g transform="translate(600 250)" fill="#fde68a" opacity=".13">${aroundCentre(18, (angle) => `<path d="M0 0 900-60V60Z" transform="rotate(${angle})"/>`)}</g>
       ${[
         [420, 390, 54],
         [540, 408, 60],
         [670, 404, 56],
         [786, 388, 52],
         [480, 306, 58],
         [604, 316, 64],
         [726, 304, 58],
         [552, 214, 60],
         [664, 214, 58],
         [608, 120, 62],
       ]
         .map(([x, y, radius]) => coin(x!, y!, radius!))
         .join('')}`,
    ),
  },
  {
    title: 'Nhận thưởng qua ví trong một phút',
    name: 'nhan-thuong-qua-vi',
    place: 'home_middle',
    link: '/huong-dan/nhan-thuong',
    from: -90,
    to: -3,
    status: 0,
    sources: ['WALLET', 'VNPAY'],
    svg: scene(
      '#0e7490',
      '#22d3ee',
      `<g transform="rotate(8 600 240)"><rect x="478" y="30" width="250" height="430" rx="36" fill="#083344"/><rect x="494" y="54" width="218" height="382" rx="22" fill="#ecfeff"/>
       <circle cx="603" cy="190" r="66" fill="#10b981"/><path d="m572 192 22 24 42-50" stroke="#fff" stroke-width="14" fill="none" stroke-linecap="round" stroke-linejoin="round"/>
       <rect x="528" y="290" width="150" height="18" rx="9" fill="#a5f3fc"/><rect x="548" y="322" width="110" height="18" rx="9" fill="#cffafe"/><rect x="528" y="372" width="150" height="36" rx="18" fill="#0891b2"/></g>
       ${coin(300, 300, 58)}${coin(220, 180, 38)}${coin(930, 190, 54)}${coin(1010, 330, 40)}`,
    ),
  },
]

/** Adds the banners in this order to each payment source, created by `user_id`. */
export async function addBanners(db: Db, files: FileStore, user_id: number): Promise<void> {
  for (const { title, name, place, link, from, to, status = 1, sources, svg } of samples) {
    const picture = await rasterizeSvg(svg)
    const path = `banner/${name}-${createHash('sha256').update(picture.bytes).digest('hex').slice(0, 16)}.webp`
    const image_url = await keepPicture(db, files, { path, picture, created_by: user_id })
    const day = (offset: number | undefined) =>
      offset === undefined ? null : sql<string>`(now() at time zone ${time_zone})::date + ${offset}::integer`
    const { banner_id } = await db
      .insertInto('banner')
      .values({
        title,
        image_url,
        image_alt: `Tranh vẽ: ${title}`,
        place,
        link,
        from_date: day(from),
        to_date: day(to),
        status,
        created_by: user_id,
      })
      .returning('banner_id')
      .executeTakeFirstOrThrow()
    await sql`insert into banner_vendor (banner_id, payment_vendor_id, position)
      select ${banner_id}::integer, v.payment_vendor_id, coalesce((select max(position) from banner_vendor b where b.payment_vendor_id = v.payment_vendor_id), 0) + 1
      from payment_vendor v where v.vendor_code = any (${sources}::text[])`.execute(db)
  }
}
