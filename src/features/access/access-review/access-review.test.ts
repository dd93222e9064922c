/** The access review: which rights people hold, which of them conflict, and whether another person has confirmed them this quarter. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { group } from '#features/access/group/group.contract.ts'
import { groupPage } from '#features/access/pages.contract.ts'
import { bankWithdrawalPage, moneyConfigPage, walletPage } from '#features/wallets/pages.contract.ts'
import { conflictsIn, duty_conflicts } from '#features/access/duties/duties.rules.ts'
import { rightKey } from '#contract/page.ts'
import { menu } from '../../../services.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { accessReview, accessReviewPage } from './access-review.contract.ts'

let office: Office
let reviewer: Person
beforeAll(async () => {
  office = await openOffice()
  reviewer = await office.hire([accessReviewPage.view, accessReviewPage.approve])
})
afterAll(() => office.close())

const rowOf = async (person: Person) =>
  (await reviewer.call(accessReview.list, { keyword: person.user_name })).items.find(
    ({ user_id }) => user_id === person.user_id,
  )!

test('every right that a duty conflict names is offered by a page', () => {
  const offered = new Set(menu.flatMap(({ pages }) => pages.flatMap(({ rights }) => rights.map(rightKey))))
  const conflictRights = duty_conflicts.flatMap(({ side_a, side_b }) => [...side_a, ...side_b].map(rightKey))
  expect(conflictRights.filter((key) => !offered.has(key))).toEqual([])
})

test('a duty conflict is listed for a person who holds a right of each side, and not for one who holds one side only', async () => {
  const keys = (...rights: Parameters<typeof rightKey>[0][]) =>
    conflictsIn(new Set(rights.map(rightKey))).map(({ key }) => key)
  expect(keys(moneyConfigPage.update)).toEqual([])
  expect(keys(moneyConfigPage.update, bankWithdrawalPage.approve)).toEqual(['limit_pay'])
  const conflictedPerson = await office.hire([moneyConfigPage.update, walletPage.approve])
  const approver = await office.hire([walletPage.approve])
  expect((await rowOf(conflictedPerson)).conflicts).toBe('Đặt giới hạn và chi tiền')
  expect((await rowOf(approver)).conflicts).toBeNull()
  const page = await reviewer.call(accessReview.list, { conflicting: true, page_size: 300 })
  const ids = page.items.map(({ user_id }) => user_id)
  expect([ids.includes(conflictedPerson.user_id), ids.includes(approver.user_id)]).toEqual([true, false])
})

test('the report lists a person’s rights per page with the time of their last use', async () => {
  const clerk = await office.hire([groupPage.view, groupPage.add, walletPage.view])
  await clerk.raw(group.add, { group_name: 'Nhóm của báo cáo', description: 'x', group_page: [] })
  const { items } = await reviewer.call(accessReview.rights, { user_id: clerk.user_id })
  expect(items.map(({ page_name, roles }) => [page_name, roles])).toEqual([
    ['Danh sách tài khoản ví', 'Xem'],
    ['Nhóm người dùng', 'Xem, Thêm'],
  ])
  expect(items.map(({ last_used_at }) => last_used_at !== null)).toEqual([false, true])
  expect((await rowOf(clerk)).last_sign_in_at).not.toBeNull()
})

test('a confirmed access review is due again once the rights change, and a confirmation of outdated rights is refused', async () => {
  const clerk = await office.hire([walletPage.view])
  const before = await rowOf(clerk)
  expect(before.review).toBe('open')
  const { reviewed } = await reviewer.call(accessReview.quarter, {})
  await reviewer.call(accessReview.confirm, { user_id: clerk.user_id, right_count: before.right_count })
  expect(await rowOf(clerk)).toMatchObject({ review: 'done', reviewed_by_name: reviewer.user_name })
  expect((await reviewer.call(accessReview.quarter, {})).reviewed).toBe(reviewed + 1)
  await office.grant(clerk, [walletPage.approve])
  expect((await rowOf(clerk)).review).toBe('changed')
  await office.grant(clerk, [walletPage.view, walletPage.approve])
  await expect(reviewer.call(accessReview.confirm, { user_id: clerk.user_id, right_count: 1 })).rejects.toMatchObject({
    error: 'changed_by_other',
  })
  await reviewer.call(accessReview.confirm, { user_id: clerk.user_id, right_count: 2, note: 'Đã hỏi trưởng phòng' })
  expect(await rowOf(clerk)).toMatchObject({ review: 'done', note: 'Đã hỏi trưởng phòng' })
})

test('nobody can review their own access, neither by the call nor by writing the row', async () => {
  const ownRow = await rowOf(reviewer)
  const confirm = { user_id: reviewer.user_id, right_count: ownRow.right_count }
  await expect(reviewer.call(accessReview.confirm, confirm)).rejects.toMatchObject({ error: 'no_right' })
  await expect(
    sql`insert into access_review (quarter, user_id, right_count, rights_digest, reviewed_by) values ('2026-Q1', 1, 0, '', 1)`.execute(
      office.db,
    ),
  ).rejects.toThrow('access_review')
})
