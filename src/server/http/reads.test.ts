/** Several reads in one request: each is answered as if it had come alone, after the same checks. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { account } from '#features/access/account/account.contract.ts'
import { accountPage } from '#features/access/pages.contract.ts'
import { group } from '#features/access/group/group.contract.ts'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'
import { ownSession } from '#features/access/sign-in/own-session.contract.ts'
import { banner } from '#features/content/banner/banner.contract.ts'
import { max_reads, reads_path, type ReadRequest } from '#contract/reads.ts'
import { ask, bearer, envelopeIn } from '../../testing/ask.ts'
import { openOffice, type Office, type Person } from '../../testing/office.ts'

let office: Office
let an: Person
let marks = 10

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([accountPage.view])
})
afterAll(() => office.close())

interface Envelope {
  error: { code: number }
  data: { items: unknown[]; total?: number } | null
}

const together = async (reads: unknown, headers: Record<string, string> = bearer(an)) => {
  const body = JSON.stringify({ channel: 'CMS', transid: `together-${marks++}`, reads })
  const { status, text } = await ask(office.url + reads_path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  return { status, ...(envelopeIn(text) as { error: { code: number }; data: Envelope[] | null }) }
}

const read = (call: { name: string }, input: Record<string, unknown> = {}): ReadRequest => ({ call: call.name, input })

test('each read has its own answer, in the order of the request', async () => {
  const answer = await together([
    read(account.list, { page_size: 1, part: 'rows' }),
    read(account.list, { part: 'totals' }),
    read(ownSession.roles),
  ])
  const { data } = answer
  expect(answer.error.code).toBe(0)
  expect(data!.map(({ error }) => error.code)).toEqual([0, 0, 0])
  expect(data![0]!.data!.items).toHaveLength(1)
  expect(data![1]!.data).toMatchObject({ items: [], total: expect.any(Number) })
  expect(data![2]!.data).toMatchObject({ user: { user_id: an.user_id } })
})

test('a read without the right, with wrong input or of no read call is refused alone; the others are answered', async () => {
  const { data } = await together([
    read(banner.list),
    read(account.list, { page_size: 0 }),
    read(account.list, { page_size: 1, colour: 'red' }),
    read(group.add, { group_name: 'Lậu', description: 'x', list_page: [] }),
    read(signIn.login, { username: 'an', password: 'x' }),
    read({ name: 'GET cms/nothing' }),
    read(account.list, { page_size: 1, part: 'rows' }),
  ])
  expect(data!.map(({ error }) => error.code)).toEqual([169, 3, 3, 3, 3, 3, 0])
  const { rows } =
    await sql`select code from audit_log where call = ${banner.list.name} and user_id = ${an.user_id}`.execute(
      office.db,
    )
  expect(rows).toEqual([{ code: 169 }])
})

test('a request of several reads is refused without a session, without channel and transid, or with a wrong list', async () => {
  expect((await together([read(account.list)], {})).error.code).not.toBe(0)
  expect((await together([read(account.list)], { authorization: 'Bearer nonsense' })).error.code).not.toBe(0)
  for (const reads of [
    [],
    undefined,
    'x',
    [{ call: 1 }],
    Array.from({ length: max_reads + 1 }, () => read(account.list)),
  ])
    expect((await together(reads)).error.code).toBe(3)
  const { text } = await ask(office.url + reads_path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer(an) },
    body: JSON.stringify({ reads: [read(account.list)] }),
  })
  expect(envelopeIn(text).error.code).toBe(3)
})
