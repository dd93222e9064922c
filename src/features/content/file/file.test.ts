/** Uploaded pictures: their addresses, sizes, main points and deletion. Uploads of banners are tested in banner.test.ts. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnswerOf, InputOf } from '#contract/call.ts'
import { openFiles } from '#server/files/files.ts'
import { rasterizeSvg } from '#server/files/picture.ts'
import { banner } from '#features/content/banner/banner.contract.ts'
import { bannerPage, popupPage } from '#features/content/pages.contract.ts'
import { onlinePage } from '#features/orders/pages.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { file } from './file.contract.ts'
import sharp from 'sharp'
import { contentChannel } from '../content-channel/content-channel.contract.ts'
import { popup } from '../popup/popup.contract.ts'
import { makeSizes } from './picture-sizes.jobs.ts'
import { picture_tables, removeUnusedPictures } from './unused-pictures.jobs.ts'

let office: Office
let an: Person
let binh: Person
let picture: { name: string; bytes: Uint8Array<ArrayBuffer> }

beforeAll(async () => {
  office = await openOffice()
  const rights = [bannerPage.add, bannerPage.remove, popupPage.add, popupPage.remove, onlinePage.work]
  an = await office.hire(rights)
  binh = await office.hire(rights)
  const { bytes } = await rasterizeSvg(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="teal"/></svg>',
  )
  picture = { name: 've.webp', bytes: new Uint8Array(bytes) }
})
afterAll(() => office.close())

type Folder = InputOf<typeof file.upload>['folder_dir']

async function uploaded(person: Person, folder_dir: Folder, file_name = picture.name): Promise<string> {
  const { body } = await person.raw(file.upload, { folder_dir, file_name }, { file: picture })
  const { url } = body.data as AnswerOf<typeof file.upload>
  expect((await fetch(office.url + url)).status).toBe(200)
  return url
}

const store = () => openFiles({ data_dir: office.data_dir, s3: null } as never)
const sizedUrl = (url: string, size: string) => office.url + url.replace('.webp', `-${size}`)
async function served(url: string) {
  const answer = await fetch(url)
  const { format, width } = await sharp(await answer.arrayBuffer()).metadata()
  return [answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control'), format, width]
}

const ownerOf = (url: string) =>
  office.db
    .selectFrom('stored_file')
    .select('created_by')
    .where('path', '=', url.replace('/files/', ''))
    .executeTakeFirstOrThrow()

test('the same picture has the same address, whoever uploads it', async () => {
  expect(await uploaded(an, 'banner')).toBe(await uploaded(binh, 'banner'))
})

test('the same photo of a ticket is stored separately for each person who uploads it', async () => {
  const [first, second] = [await uploaded(an, 'order'), await uploaded(binh, 'order')]
  expect([await ownerOf(first), await ownerOf(second)]).toEqual([
    { created_by: an.user_id },
    { created_by: binh.user_id },
  ])
  expect(await uploaded(an, 'order')).toBe(first)
})

test('the same photo of a ticket has one address under every name', async () => {
  expect(await uploaded(an, 'order', 've-2.jpg')).toBe(await uploaded(an, 'order', 've-3.jpg'))
})

test('each table of content that has the address of a picture counts as one that shows it', async () => {
  // Pictures of tickets are evidence and never deleted.
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns where table_schema = 'public' and column_name = 'image_url'
      and table_name not like 'xskt_ticket%' order by 1`.execute(office.db)
  expect(rows.map(({ table_name }) => table_name)).toEqual(picture_tables)
})

test('an unused picture is deleted after thirty days, unless it is used again in between', async () => {
  const files = store()
  const cleanUp = () => removeUnusedPictures({ main: office.db, files })
  const rows = async () => {
    const { rows: stored } = await sql<{ path: string; is_unused: boolean }>`
      select path, unused_since is not null as is_unused from stored_file where path like 'banner/%' order by path`.execute(
      office.db,
    )
    return stored.map(({ is_unused }) => is_unused)
  }
  const image_url = await uploaded(an, 'banner')
  const private_url = await uploaded(an, 'order')
  const draft = { title: 'Tết', image_url, image_alt: 'Mai vàng', place: 'home_top' as const }
  const { banner_id } = await an.call(banner.add, draft)
  await cleanUp()
  expect(await rows()).toEqual([false])
  await an.call(banner.delete, { banner_id })
  await cleanUp()
  expect(await rows()).toEqual([true])
  await uploaded(binh, 'banner')
  expect(await rows()).toEqual([false])
  await cleanUp()
  const ageUnused = () =>
    office.write((db) =>
      sql`update stored_file set unused_since = now() - interval '31 days' where unused_since is not null`.execute(db),
    )
  await ageUnused()
  await an.call(banner.add, draft)
  await cleanUp()
  expect(await rows()).toEqual([false])
  await an.call(banner.delete, { banner_id: banner_id + 1 })
  await cleanUp()
  await ageUnused()
  await cleanUp()
  expect(await rows()).toEqual([])
  expect((await fetch(office.url + image_url)).status).toBe(404)
  expect(await ownerOf(private_url)).toEqual({ created_by: an.user_id })
})

const markUnused = (count: number) =>
  office.write((db) =>
    sql`insert into stored_file (path, media_type, bytes, width, height, created_by, unused_since)
      select 'food/anh-' || n || '.webp', 'image/webp', 1, 1, 1, ${an.user_id}, now() - interval '31 days'
      from generate_series(1, ${count}::integer) n`.execute(db),
  )
const countUnused = async () =>
  (
    await sql<{
      count: number
    }>`select count(*)::integer as count from stored_file where path like 'food/anh-%'`.execute(office.db)
  ).rows[0]!.count

test('unused pictures are deleted in batches, and a failure leaves those that were deleted before', async () => {
  await markUnused(50)
  let removed = 0
  const failing = {
    ...store(),
    remove: async () => {
      if (++removed > 30) throw new Error('the store is away')
    },
  }
  await expect(removeUnusedPictures({ main: office.db, files: failing })).rejects.toThrow('the store is away')
  expect(await countUnused()).toBe(30)
  await removeUnusedPictures({ main: office.db, files: store() })
  expect(await countUnused()).toBe(0)
})

test('a picture that is uploaded again while it is deleted keeps its file', async () => {
  const url = await uploaded(an, 'popup', 'tai-lai.webp')
  await office.write((db) =>
    sql`update stored_file set unused_since = now() - interval '31 days' where path = ${url.replace('/files/', '')}`.execute(
      db,
    ),
  )
  const files = store()
  let upload: Promise<string> | null = null
  const slow = {
    ...files,
    remove: async (path: string) => {
      upload ??= uploaded(binh, 'popup', 'tai-lai.webp')
      await expect
        .poll(async () => (await sql`select from pg_locks where not granted`.execute(office.db)).rows.length)
        .toBeGreaterThan(0)
      await files.remove(path)
    },
  }
  await removeUnusedPictures({ main: office.db, files: slow })
  expect(await upload).toBe(url)
})

test('a picture gets smaller sizes in two formats after its upload; a missing size is answered with the original', async () => {
  const bytes = await sharp({ create: { width: 900, height: 300, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const name = 'rong.png'
  const { body } = await an.raw(
    file.upload,
    { folder_dir: 'banner', file_name: name },
    { file: { name, bytes: new Uint8Array(bytes) } },
  )
  const { url } = body.data as AnswerOf<typeof file.upload>
  await makeSizes({ main: office.db, files: store() })
  const for_ever = 'public, max-age=31536000, immutable'
  expect(await served(sizedUrl(url, 'w320.webp'))).toEqual([200, 'image/webp', for_ever, 'webp', 320])
  expect(await served(sizedUrl(url, 'w640.avif'))).toEqual([200, 'image/avif', for_ever, 'heif', 640])
  expect(await served(sizedUrl(url, 'w1280.avif'))).toEqual([200, 'image/webp', 'public, max-age=300', 'webp', 900])
  expect((await fetch(office.url + url.replace('rong', 'khac').replace('.webp', '-w320.webp'))).status).toBe(404)

  const focus = { focus_x: 20, focus_y: 75 }
  expect(await an.call(file.focus, { url, ...focus })).toMatchObject({ width: 900, height: 300, ...focus })
  expect(await an.call(file.info, { url })).toMatchObject(focus)
  const { banner_id } = await an.call(banner.add, {
    title: 'Rộng',
    image_url: url,
    image_alt: 'Một màu',
    place: 'home_top',
  })
  const stem = url.replace('.webp', '')
  const publishedPicture = async () => {
    const answer = (await (await fetch(office.url + contentChannel.banners.path)).json()) as {
      data: AnswerOf<typeof contentChannel.banners>
    }
    return answer.data.items.find((item) => item.banner_id === banner_id)?.picture
  }
  await expect.poll(publishedPicture, { timeout: 10_000 }).toEqual({
    width: 900,
    height: 300,
    ...focus,
    srcset_webp: `${stem}-w320.webp 320w, ${stem}-w640.webp 640w, ${url} 900w`,
    srcset_avif: `${stem}-w320.avif 320w, ${stem}-w640.avif 640w`,
  })

  await an.call(banner.delete, { banner_id })
  await office.write((db) =>
    sql`update stored_file set unused_since = now() - interval '31 days' where path = ${url.replace('/files/', '')}`.execute(
      db,
    ),
  )
  await removeUnusedPictures({ main: office.db, files: store() })
  for (const size of ['w320.webp', 'w640.avif']) expect((await fetch(sizedUrl(url, size))).status).toBe(404)
})

test('the main point can be set only for pictures that customers see, and a picture inside a text counts as used', async () => {
  const photo = await uploaded(an, 'order')
  await expect(an.call(file.focus, { url: photo, focus_x: 1, focus_y: 1 })).rejects.toMatchObject({ code: 9005 })
  await expect(an.call(file.info, { url: '/files/banner/khong-co.webp' })).rejects.toMatchObject({ code: 9005 })
  const url = await uploaded(an, 'popup')
  const content = `<p>Lịch nghỉ</p><img src="${url}" alt="Bảng ngày nghỉ">`
  const added = await an.call(popup.add, { title: 'Nghỉ Tết', content, places: ['home'] })
  expect(added.content).toContain(`<img src="${url}" alt="Bảng ngày nghỉ" />`)
  const since = async () => {
    await removeUnusedPictures({ main: office.db, files: store() })
    const { rows } = await sql<{ is_unused: boolean }>`
      select unused_since is not null as is_unused from stored_file where path = ${url.replace('/files/', '')}`.execute(
      office.db,
    )
    return rows[0]!.is_unused
  }
  expect(await since()).toBe(false)
  await an.call(popup.delete, { home_popup_id: added.home_popup_id })
  expect(await since()).toBe(true)
})
