/** Pictures as they are uploaded and kept; what a banner does with them is told in banner.test.ts. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnswerOf, InputOf } from '#contract/call.ts'
import { openFiles } from '#server/files/files.ts'
import { asProgram } from '#server/audit/without-call.ts'
import { drawn } from '#server/files/picture.ts'
import { banner } from '#features/content/banner/banner.contract.ts'
import { bannerPage } from '#features/content/pages.contract.ts'
import { onlinePage } from '#features/orders/pages.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { file } from './file.contract.ts'
import { removeUnusedPictures } from './unused-pictures.jobs.ts'

let office: Office
let an: Person
let binh: Person
let picture: { name: string; bytes: Uint8Array<ArrayBuffer> }

beforeAll(async () => {
  office = await openOffice()
  const rights = [bannerPage.add, bannerPage.remove, onlinePage.work]
  an = await office.hire(rights)
  binh = await office.hire(rights)
  const { bytes } = await drawn(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="teal"/></svg>',
  )
  picture = { name: 've.webp', bytes: new Uint8Array(bytes) }
})
afterAll(() => office.close())

async function uploaded(who: Person, folder_dir: InputOf<typeof file.upload>['folder_dir']): Promise<string> {
  const { body } = await who.raw(file.upload, { folder_dir, file_name: picture.name }, { file: picture })
  const { url } = body.data as AnswerOf<typeof file.upload>
  expect((await fetch(office.url + url)).status).toBe(200)
  return url
}

const ownerOf = (url: string) =>
  office.db
    .selectFrom('stored_file')
    .select('created_by')
    .where('path', '=', url.replace('/files/', ''))
    .executeTakeFirstOrThrow()

test('the same picture has one address for everybody who uploads it', async () => {
  expect(await uploaded(an, 'banner')).toBe(await uploaded(binh, 'banner'))
})

test('the same photo of a ticket is a file of its own for each who uploads it', async () => {
  const [first, second] = [await uploaded(an, 'order'), await uploaded(binh, 'order')]
  expect([await ownerOf(first), await ownerOf(second)]).toEqual([
    { created_by: an.user_id },
    { created_by: binh.user_id },
  ])
  expect(await uploaded(an, 'order')).toBe(first)
})

test('a picture that nothing shows goes after thirty days, and one that is shown again in between stays', async () => {
  const files = openFiles({ data_dir: office.data_dir, s3: null } as never)
  const look = () => removeUnusedPictures({ main: office.db, files })
  const rows = async () => {
    const { rows: kept } = await sql<{ path: string; is_unused: boolean }>`
      select path, unused_since is not null as is_unused from stored_file where path like 'banner/%' order by path`.execute(
      office.db,
    )
    return kept.map((one) => one.is_unused)
  }
  const image_url = await uploaded(an, 'banner')
  const private_url = await uploaded(an, 'order')
  const draft = { title: 'Tết', image_url, image_alt: 'Mai vàng', place: 'home_top' as const }
  const { banner_id } = await an.call(banner.add, draft)
  await look()
  expect(await rows()).toEqual([false])
  await an.call(banner.delete, { banner_id })
  await look()
  expect(await rows()).toEqual([true])
  await uploaded(binh, 'banner')
  expect(await rows()).toEqual([false])
  await look()
  const age = () =>
    asProgram(office.db, 'program test', (db) =>
      sql`update stored_file set unused_since = now() - interval '31 days' where unused_since is not null`.execute(db),
    )
  await age()
  await an.call(banner.add, draft)
  await look()
  expect(await rows()).toEqual([false])
  await an.call(banner.delete, { banner_id: banner_id + 1 })
  await look()
  await age()
  await look()
  expect(await rows()).toEqual([])
  expect((await fetch(office.url + image_url)).status).toBe(404)
  expect(await ownerOf(private_url)).toEqual({ created_by: an.user_id })
})
