/** Rules of single rooms that two calls at once, another person's row or a change in between got past. */
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessReview } from '#features/access/access-review/access-review.contract.ts'
import { notifications } from '#features/access/notification/notification.contract.ts'
import { accountPage } from '#features/access/pages.contract.ts'
import { secondFactor } from '#features/access/second-factor/second-factor.contract.ts'
import { books } from '#features/close/books/books.contract.ts'
import { banner } from '#features/content/banner/banner.contract.ts'
import { dataPermission } from '#features/partners/data-permission/data-permission.contract.ts'
import { merchantDiscount } from '#features/partners/merchant-discount/merchant-discount.contract.ts'
import { partnerPage } from '#features/partners/pages.contract.ts'
import { product } from '#features/results/product/product.contract.ts'
import { walletPage } from '#features/wallets/pages.contract.ts'
import { errorCode } from './testing/error-code.ts'
import { openOffice, type Office, type Person } from './testing/office.ts'
import { inParallel } from './testing/parallel.ts'
import { dayFromNow } from './testing/tickets.ts'
import { partnerWorld } from './testing/worlds.ts'

let office: Office
let an: Person
beforeAll(async () => {
  office = await openOffice()
  an = await office.hire('admin')
})
afterAll(() => office.close())

test('the days of a banner stay in order when two people each move one of them at the same time', async () => {
  const days = { from_date: '2026-12-01', to_date: '2026-12-31' }
  const picture = { image_url: '/files/banner/tet-0123456789abcdef.webp', image_alt: 'Mai vàng' }
  const { banner_id } = await an.call(banner.add, { title: 'Tết', place: 'home_top', ...picture, ...days })
  for (let n = 0; n < 3; n++) {
    await an.call(banner.update, { banner_id, ...days })
    const halves = [{ from_date: '2026-12-20' }, { to_date: '2026-12-10' }]
    const answers = await inParallel((m) => an.raw(banner.update, { banner_id, ...halves[m % 2] }))
    expect(answers.filter(({ body }) => body.error.code !== 0)).toEqual([])
  }
})

describe('recovery codes', () => {
  async function enrolled() {
    const person = await office.hire([])
    const { factor_id, secret } = await person.call(secondFactor.beginTotp, {})
    const code = new TOTP({ secret }).generate()
    await person.call(secondFactor.confirmTotp, { factor_id, factor_name: 'Điện thoại', code })
    return { person, factor_id }
  }
  const factorsOf = async ({ user_id }: Person, kind: string) =>
    (
      await sql<{ factor_id: number }>`
        select factor_id from second_factor where user_id = ${user_id} and kind = ${kind}`.execute(office.db)
    ).rows.length

  test('are ten, however many sets are made at the same time', async () => {
    const { person } = await enrolled()
    const answers = await inParallel(() => person.raw(secondFactor.newCodes, {}))
    expect(answers.filter(({ body }) => body.error.code !== 0)).toEqual([])
    expect(await factorsOf(person, 'recovery')).toBe(10)
  })

  test('do not outlive the last factor when they are renewed while it is removed', async () => {
    const { person, factor_id } = await enrolled()
    const answers = await inParallel((n) =>
      n === 1 ? person.raw(secondFactor.remove, { factor_id }) : person.raw(secondFactor.newCodes, {}),
    )
    expect(answers[1]!.body.error.code).toBe(0)
    expect(await factorsOf(person, 'recovery')).toBe(0)
  })

  test('an authenticator app that is set up several times at once waits for one confirmation', async () => {
    const person = await office.hire([])
    await inParallel(() => person.raw(secondFactor.beginTotp, {}))
    expect(await factorsOf(person, 'totp')).toBe(1)
  })
})

test('of two choices of muted notifications at once one is kept, and not both added up', async () => {
  const person = await office.hire([])
  const choices = [[1], [2, 3]] as const
  for (let n = 0; n < 2; n++) {
    const answers = await inParallel((m) => person.raw(notifications.change, { muted: choices[m % 2] }))
    for (const [m, { body }] of answers.entries()) expect(body.data).toEqual({ muted: choices[m % 2] })
    expect(choices).toContainEqual((await person.call(notifications.settings, {})).muted)
  }
})

test('a person who sees only some partners cannot move a discount to another one', async () => {
  const [own, foreign] = [
    await partnerWorld(office, 'DLNHA', 'Nhóm nhà'),
    await partnerWorld(office, 'DLXA', 'Nhóm xa'),
  ]
  const limited = await office.hire(partnerPage.rights)
  await an.call(dataPermission.set, { user_id: limited.user_id, pos_id: [own.pos_id!] })
  const terms = { category: product.keno, denomination: 10_000, rate: 700, from_date: await dayFromNow(office.db, 5) }
  const { merchant_discount_id } = await limited.call(merchantDiscount.add, { ...terms, partner_id: own.partner_id! })
  for (const partner_id of [foreign.partner_id, 2_000_000_000]) {
    const { body } = await limited.raw(merchantDiscount.update, { merchant_discount_id, partner_id })
    expect(body).toMatchObject({
      error: { code: errorCode('partner_not_found') },
      data: { fields: { partner_id: expect.any(String) } },
    })
  }
})

test('a book account that did not exist is not the version that somebody saw', async () => {
  const { accounts } = await an.call(books.settings, {})
  const key = { posting: 11, account_kind: 1 } as const
  expect(
    accounts.filter((account) => account.posting === key.posting && account.account_kind === key.account_kind),
  ).toEqual([])
  const change = { ...key, account_number: '1111' }
  expect((await an.raw(books.updateAccount, { ...change, version: 9 })).body.error.code).toBe(
    errorCode('changed_by_other'),
  )
  expect((await an.call(books.settings, {})).accounts).toEqual(accounts)
  await an.call(books.updateAccount, change)
})

test('a review of rights is refused when one right was exchanged for another after they were looked at', async () => {
  const clerk = await office.hire([walletPage.view])
  const {
    items: [seen],
  } = await an.call(accessReview.list, { keyword: clerk.user_name })
  await office.grant(clerk, [accountPage.update])
  const { user_id, right_count, rights_digest } = seen!
  const { body } = await an.raw(accessReview.confirm, { user_id, right_count, rights_digest })
  expect(body.error.code).toBe(errorCode('changed_by_other'))
})
