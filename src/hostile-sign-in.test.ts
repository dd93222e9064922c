/** Attempts by an outsider, or with a stolen session, to sign in, through HTTP. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account } from '#features/access/account/account.contract.ts'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'
import { ownSession } from '#features/access/sign-in/own-session.contract.ts'
import { newCaptcha } from '#server/session/captcha.ts'
import { openOffice, password, person, type Office, type RawOptions } from './testing/office.ts'
import { inParallel } from './testing/parallel.ts'

let office: Office
beforeAll(async () => {
  // trust_proxy lets the tests choose the caller's IP address.
  office = await openOffice(undefined, { trust_proxy: 1 })
})
afterAll(() => office.close())

describe('guessing passwords', () => {
  /** A captcha with known characters, as if a person had read its picture. */
  const solved = () => ({ captcha_id: newCaptcha('ABC234').captcha_id, captcha: 'ABC234' })
  const tryAs = async (username: string, from: string, fields: object = {}, options: RawOptions = {}) => {
    const headers = { 'x-forwarded-for': from, ...options.headers }
    const input = { username, password: 'sai-mật-khẩu', client: 'api', ...fields }
    return (await person(office.url, office.stranger).raw(signIn.login, input, { ...options, headers })).body.error.code
  }

  test('a solved captcha is valid once, also under the same transid', async () => {
    const { user_name } = await office.hire([])
    for (let n = 0; n < 3; n++) await tryAs(user_name, '203.0.113.1')
    const [captcha, transid] = [solved(), randomUUID()]
    expect(await tryAs(user_name, '203.0.113.1', captcha, { transid })).toBe(1001)
    const retries = await inParallel((n) => tryAs(user_name, `203.0.114.${n}`, { ...captcha, password }, { transid }))
    // A new address needs no captcha yet, so sending a used one does not fail the sign-in.
    expect(new Set(retries)).toEqual(new Set([0]))
    for (let n = 0; n < 3; n++) await tryAs(user_name, '203.0.113.2', solved())
    expect(await tryAs(user_name, '203.0.113.2', { ...captcha, password }, { transid })).toBe(9002)
  })

  test('the picture of a captcha is a bitmap without text or metadata, and a new one each time', async () => {
    const questions = await inParallel(() => office.stranger.call(signIn.captcha, {}))
    const pictures = questions.map(({ image }) => Buffer.from(image.split(',')[1]!, 'base64'))
    for (const { image } of questions) expect(image).toMatch(/^data:image\/(png|webp);base64,/)
    expect(new Set(pictures.map((bytes) => bytes.toString('base64'))).size).toBe(pictures.length)
    for (const bytes of pictures) expect(bytes.toString('latin1')).not.toMatch(/<svg|<path|tEXt|iTXt|EXIF/)
  })

  test('after a hundred guesses from any addresses unknown browsers are blocked (9003), a known one is not', async () => {
    const owner = await office.hire([])
    const codes: number[] = []
    for (let round = 0; round < 6; round++)
      codes.push(...(await inParallel((n) => tryAs(owner.user_name, `198.51.${round}.${n}`, solved()))))
    expect(codes.filter((code) => code === 1001)).toHaveLength(100)
    expect(codes.filter((code) => code === 9003)).toHaveLength(20)
    expect(await tryAs(owner.user_name, '198.51.99.1', { ...solved(), password })).toBe(9003)
    const cookie = `device=${owner.cookies.get('device')}`
    expect(await tryAs(owner.user_name, '198.51.99.1', { password }, { headers: { cookie } })).toBe(0)
    await sql`update sign_in_try set since = since - interval '61 seconds' where source = '*' and user_name = ${owner.user_name}`.execute(
      office.db,
    )
    expect(await tryAs(owner.user_name, '198.51.99.2', solved())).toBe(1001)
    expect(await tryAs(owner.user_name, '198.51.99.3', solved())).toBe(9003)
  })

  test('the networks of one IPv6 site have forty guesses together', async () => {
    const { user_name } = await office.hire([])
    const codes: number[] = []
    for (let n = 0; n < 45; n++) codes.push(await tryAs(user_name, `2001:db8:9:${n}::1`, solved()))
    expect(codes.filter((code) => code === 1001)).toHaveLength(40)
    expect(codes.slice(40)).toEqual(Array(5).fill(9003))
  })

  test('during a flood of sign-ins owners sign in from their own browsers', async () => {
    const owners = await Promise.all(Array.from({ length: 15 }, () => office.hire([])))
    const flood = Array.from({ length: 200 }, (_, n) => tryAs(`khong.co.ai${n}`, `192.0.2.${n}`))
    const owner_tries = owners.map(({ user_name, cookies }) =>
      tryAs(user_name, '203.0.113.9', { password }, { headers: { cookie: `device=${cookies.get('device')}` } }),
    )
    expect(await Promise.all(owner_tries)).toEqual(Array(15).fill(0))
    await Promise.all(flood)
  })

  test('sign-up answers the same whether a name or phone number is taken or not, and limits tries', async () => {
    const admin = await office.hire('admin')
    const draft = {
      user_name: 'dang.ky.moi',
      password: 'Sông-Hậu-88',
      full_name: 'Lê Văn Tám',
      phone_int: '0911222333',
    }
    const ask = async (fields: object) => {
      const headers = { 'x-forwarded-for': '203.0.113.50' }
      return (await office.stranger.raw(signIn.register, { ...draft, ...solved(), ...fields }, { headers })).body
    }
    const fresh = await ask({})
    expect(await ask({})).toEqual(fresh)
    expect(await ask({ phone_int: '0911222444' })).toEqual(fresh)
    const { items } = await admin.call(account.list, { keyword: 'dang.ky.moi', sort: 'created_at' })
    expect(items.map(({ user_name, phone_number, mobile_number }) => [user_name, phone_number, mobile_number])).toEqual(
      [
        ['dang.ky.moi', '84911222333', null],
        ['dang.ky.moi2', null, '84911222333'],
        ['dang.ky.moi3', '84911222444', null],
      ],
    )
    const spent = solved()
    for (let n = 0; n < 7; n++) expect((await ask(n ? spent : { ...spent, captcha: 'ZZZZZZ' })).error.code).toBe(9002)
    expect((await ask({})).error.code).toBe(9003)
  })

  test.each(['change_password', 'reset_pass'])(
    'no session opened with the old password is valid after %s',
    async (event) => {
      const admin = await office.hire('admin')
      const owner = await office.hire([])
      const signedIn = () => {
        const session = person(office.url, owner)
        return session.signIn(password, { client: 'api' }).then(
          () => session,
          () => session,
        )
      }
      const early = Array.from({ length: 10 }, signedIn)
      const change =
        event === 'reset_pass'
          ? admin.call(account.resetPass, { user_id: owner.user_id })
          : owner.call(signIn.changePassword, { pass_old: password, pass_new: 'Gió-mùa-99' })
      const late = Array.from({ length: 30 }, signedIn)
      await change
      const alive: number[] = []
      for (const session of await Promise.all([...early, ...late]))
        if (session.token !== null && (await session.raw(ownSession.roles, {})).body.error.code === 0) alive.push(1)
      expect(alive).toEqual([])
    },
  )

  test('twenty concurrent sign-ins leave ten sessions, and the earlier session has ended', async () => {
    const owner = await office.hire([])
    await inParallel(() => person(office.url, owner).signIn(password, { client: 'api' }))
    const { rows } = await sql`select from session where user_id = ${owner.user_id} and ended_at is null`.execute(
      office.db,
    )
    expect(rows).toHaveLength(10)
    await expect(owner.call(ownSession.roles, {})).rejects.toMatchObject({ code: 1 })
  })

  test('an expired one-time password is refused with 9020, and a wrong one with 1001', async () => {
    const admin = await office.hire('admin')
    const owner = await office.hire([])
    const { one_time_password } = await admin.call(account.resetPass, { user_id: owner.user_id })
    await office.write((db) =>
      sql`update app_user set password_until = now() - interval '1 minute' where user_id = ${owner.user_id}`.execute(
        db,
      ),
    )
    await expect(owner.signIn(one_time_password!)).rejects.toMatchObject({ code: 9020 })
    await expect(owner.signIn('sai-mật-khẩu')).rejects.toMatchObject({ code: 1001 })
  })
})

describe('the database role of the program', () => {
  test('can neither open a session, nor take one over, nor read what proves a password', async () => {
    const { user_id } = await office.hire('admin')
    const token = sql`sha256('ta là quản trị')`
    for (const attempt of [
      sql`insert into session (user_id, token_hash, source, user_agent, expires_at) values (${user_id}, ${token}, '', '', now() + interval '1 day')`,
      sql`update session set token_hash = ${token} where user_id = ${user_id}`,
      sql`update session set user_id = ${user_id}`,
      sql`select proof from password_proof`,
    ])
      await expect(attempt.execute(office.db)).rejects.toMatchObject({ code: '42501' })
    const forged = sql`select open_session(${user_id}, '\\x00'::bytea, ${token}, null, '', '', 12, 10) as session_id`
    expect((await forged.execute(office.db)).rows).toEqual([{ session_id: null }])
    const { rows } = await sql<{
      password_hash: string
    }>`select password_hash from app_user where user_id = ${user_id}`.execute(office.db)
    expect(rows[0]!.password_hash.split('$')).toHaveLength(5)
  })

  test('can write to the audit log only by its function, and only in the name of who is signed in', async () => {
    const { user_id, user_name, token } = await office.hire('admin')
    const append = (proof: string | null) => sql`
      select append_audit((select audit_id from begin_command(null, 'x', 'POST cms/group/add', '')), ${user_id}, ${user_name}, 'POST cms/group/add', 0,
        '127.0.0.1', '', 'gia-mao-1', null, ${proof})`
    for (const attempt of [
      append(null),
      append('đoán'),
      sql`insert into audit_log (chain) values (0)`,
      sql`insert into audit_change values (1, 1, 'app_user', '1', null, null)`,
      sql`update audit_head set seq = 0`,
    ])
      await expect(attempt.execute(office.db)).rejects.toMatchObject({ code: '42501' })
    await append(token).execute(office.db)
  })
})
