/** Pictures as they are uploaded and kept; what a banner does with them is told in banner.test.ts. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnswerOf, InputOf } from '#contract/call.ts'
import { drawn } from '#server/picture.ts'
import { bannerPage } from '#features/content/banner/banner.contract.ts'
import { onlinePage } from '#features/orders/pages.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { file } from './file.contract.ts'

let office: Office
let an: Person
let binh: Person
let picture: { name: string; bytes: Uint8Array<ArrayBuffer> }

beforeAll(async () => {
  office = await openOffice()
  const rights = [bannerPage.add, onlinePage.work]
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
