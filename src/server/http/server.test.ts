/** What the HTTP server requires of a request, what every answer has, and how callers are limited. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account } from '#features/access/account/account.contract.ts'
import { group } from '#features/access/group/group.contract.ts'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'
import { ownSession } from '#features/access/sign-in/own-session.contract.ts'
import { ask, bearer, envelopeIn, halfRequest, marked, type Reply } from '../../testing/ask.ts'
import { openOffice, password, type Office, type Person } from '../../testing/office.ts'
import { withinRateLimit } from './rate-limit.ts'

let office: Office
/** Reached by https through one proxy. */
let proxied_office: Office
let admin: Person
let marks = 0
const json = { 'content-type': 'application/json' }

beforeAll(async () => {
  office = await openOffice()
  proxied_office = await openOffice(undefined, { secure_cookies: true, trust_proxy: 1 })
  admin = await office.hire('admin')
})
afterAll(() => Promise.all([office.close(), proxied_office.close()]))

function expectHeaders({ headers }: Pick<Reply, 'headers'>): void {
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringMatching(/default-src 'self'.*frame-ancestors 'none'/),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  })
  expect(headers['content-security-policy']).not.toMatch(/unsafe/)
}

function expectEnvelope(text: string, error: { code: number }): void {
  const envelope = envelopeIn(text)
  expect(Object.keys(envelope)).toEqual(['error', 'data'])
  expect(envelope.error).toEqual({ ...error, message: expect.stringMatching(/[À-ỹ]/) })
}

describe('a malformed request is refused:', () => {
  const login = signIn.login.path
  const post = (headers: Record<string, string>, body: string | string[] = '{}') => ({ method: 'POST', headers, body })
  const type = (value: string) => post({ 'content-type': value })
  const large = 'x'.repeat(300 * 1024)
  const cases: [title: string, path: string, options: Parameters<typeof ask>[1], status: number][] = [
    ['an unknown address', '/api/xs/management/cms/nothing', {}, 404],
    ['an address outside the API', '/admin.php', {}, 404],
    ['a method that the address does not have', login, {}, 405],
    ['an address that cannot be decoded', '/api/%zz', {}, 400],
    ['a body that is no JSON', login, post(json, '{"username":'), 400],
    ['a body in another encoding', login, post({ ...json, 'content-encoding': 'gzip' }, '\u001f\u008b\b'), 400],
    ['a body over the limit', login, post(json, JSON.stringify({ large })), 413],
    ['a chunked body over the limit', login, post(json, ['{"a":"', large, '"}']), 413],
    ['plain text', login, type('text/plain'), 415],
    ['a form', login, type('application/x-www-form-urlencoded'), 415],
    ['a form of parts', login, type('multipart/form-data; boundary=x'), 415],
    ['a type that only begins like JSON', login, type('application/jsonx'), 415],
    ['a type with a tab in it', login, type('application/json\tx'), 415],
    ['two types at once', login, type('application/json, text/plain'), 415],
    ['a form disguised as JSON', login, type('text/plain; application/json'), 415],
    ['a charset other than UTF-8', login, type('application/json; charset=utf-16'), 415],
    ['a type with a further parameter', login, type('application/json; charset=utf-8; boundary=x'), 415],
    ['an empty type', login, type(''), 415],
  ]
  test.each(cases)('%s', async (_, path, options, status) => {
    const reply = await ask(office.url + path, options)
    expect(reply.status).toBe(status)
    expectHeaders(reply)
    expectEnvelope(reply.text, { code: 3 })
    expect(envelopeIn(reply.text).data).toBeNull()
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test.each([account.list.path, group.delete.path])('HEAD of %s', async (path) => {
    const reply = await ask(office.url + path, { method: 'HEAD' })
    expect([reply.status, reply.text]).toEqual([405, ''])
    expect(reply.headers.allow).toMatch(/^(GET|DELETE|POST), OPTIONS$/)
    expectHeaders(reply)
  })

  const malformed: [title: string, sent: string, status: number][] = [
    ['bytes that are no HTTP', '\u0016\u0003\u0001 hello\r\n\r\n', 400],
    [
      'a content-length together with transfer-encoding',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
      400,
    ],
    ['a head over the limit', `GET / HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ]
  test.each(malformed)('%s, and the connection ends', async (_, text, status) => {
    const { ended } = await halfRequest(office.url, text)
    const [head = '', body = ''] = (await ended).split('\r\n\r\n')
    const [line, ...lines] = head.split('\r\n')
    expect(line).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expectHeaders({ headers: Object.fromEntries(lines.map((header_line) => header_line.split(/: (.*)/))) })
    expectEnvelope(body, { code: 3 })
  })

  test.each(['[]', 'null', '7', '"x"', 'true', '', '[[{"username":"a"}]]'])(
    'the body %s, as an empty input',
    async (body) => {
      const reply = await ask(`${office.url}${login}?${marked()}`, post(json, body))
      expect(reply.status).toBe(200)
      expect(envelopeIn(reply.text)).toMatchObject({
        error: { code: 3 },
        data: { fields: { username: expect.any(String) } },
      })
    },
  )

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'the key %s, as an unknown field',
    async (key) => {
      for (const value of ['""', 'null', '{"may":"public"}', '[]']) {
        const body = `{"channel":"CMS","transid":"khoa-la-${++marks}","username":"","${key}":${value}}`
        const reply = await ask(office.url + login, post(json, body))
        expect(envelopeIn(reply.text).error.code).toBe(3)
      }
      const reply = await ask(`${office.url}${account.list.path}?${marked()}&${key}=`, { headers: bearer(admin) })
      expect(envelopeIn(reply.text)).toMatchObject({
        error: { code: 3 },
        data: { fields: { [key]: 'Không có trường này' } },
      })
    },
  )
})

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'Application/JSON',
  'application/json\t; charset="utf-8"',
])('the content type %s is read as JSON', async (content_type) => {
  const body = `{"channel":"CMS","transid":"kieu-dung-${++marks}"}`
  const reply = await ask(office.url + signIn.login.path, {
    method: 'POST',
    headers: { 'content-type': content_type },
    body,
  })
  expect(envelopeIn(reply.text)).toMatchObject({
    error: { code: 3 },
    data: { fields: { username: expect.any(String) } },
  })
  expectHeaders(reply)
})

describe('channel and transid', () => {
  const path = account.list.path
  test.each([
    ['in the query', `${path}?channel=CMS&transid=o-trong-query`, {}],
    ['as headers', path, { channel: 'CMS', transid: 'o-tren-dau-1' }],
  ])('are accepted %s', async (_, address, headers) => {
    const reply = await ask(office.url + address, { headers: { ...bearer(admin), ...headers } })
    expect(envelopeIn(reply.text).error).toEqual({ code: 0, message: 'Thành công' })
    expectHeaders(reply)
  })

  test.each(['', 'APP', 'cms', 'CMS%20', 'CMS&channel=CMS', 'CMS&channel=APP'])(
    'a channel of “%s” is refused',
    async (value) => {
      const reply = await ask(`${office.url}${path}?transid=dung-quy-dinh&channel=${value}`, { headers: bearer(admin) })
      expect(envelopeIn(reply.text)).toMatchObject({ error: { code: 3 }, data: { fields: { channel: 'Phải là CMS' } } })
    },
  )

  const long = 'x'.repeat(65)
  test.each(['', 'ngan', long, 'co%20khoang%20trang', 'có-dấu-123', 'xuong-dong%0A', 'hai-lan-1&transid=hai-lan-2'])(
    'a transid of “%s” is refused',
    async (value) => {
      const reply = await ask(
        `${office.url}${encodeURI(decodeURI(path))}?channel=CMS&transid=${encodeURI(decodeURI(value))}`,
        {
          headers: bearer(admin),
        },
      )
      expect(envelopeIn(reply.text)).toMatchObject({
        error: { code: 3 },
        data: { fields: { transid: expect.any(String) } },
      })
    },
  )

  test.each(['12345678', '["trong-danh-sach"]', '{"a":"trong-doi-tuong"}', 'null'])(
    'a transid that is no text, %s, is refused',
    async (transid) => {
      const body = `{"channel":"CMS","transid":${transid}}`
      const reply = await ask(office.url + signIn.login.path, { method: 'POST', headers: json, body })
      expect(envelopeIn(reply.text)).toMatchObject({
        error: { code: 3 },
        data: { fields: { transid: expect.any(String) } },
      })
    },
  )
})

describe('a GET that deletes', () => {
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
  ]
  const remove = async (headers: Record<string, string>) => {
    const { group_id } = await admin.call(group.add, { group_name: `Nhóm ${++marks}`, description: 'Để xóa' })
    const { text } = await ask(`${office.url}${group.delete.path}?group_id=${group_id}&${marked()}`, {
      headers: { ...bearer(admin), ...headers },
    })
    const { exists } = await admin.call(group.check, { group_id })
    return { code: envelopeIn(text).error.code, exists }
  }
  test.each(foreign)('is refused when a browser sends it for another page or a link: %o', async (headers) => {
    expect(await remove(headers)).toEqual({ code: 3, exists: true })
  })

  test('is accepted from our own page and from programs', async () => {
    expect(await remove({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })).toEqual({
      code: 0,
      exists: false,
    })
    expect(await remove({})).toEqual({ code: 0, exists: false })
  })

  test('deletes nothing by HEAD', async () => {
    const { group_id } = await admin.call(group.add, { group_name: `Nhóm ${++marks}`, description: 'Để xóa' })
    await ask(`${office.url}${group.delete.path}?group_id=${group_id}&${marked()}`, {
      method: 'HEAD',
      headers: bearer(admin),
    })
    expect(await admin.call(group.check, { group_id })).toEqual({ exists: true })
  })
})

describe('the cookies of a sign-in', () => {
  const enter = async (input: Record<string, unknown>, target = office) => {
    const body = JSON.stringify({ channel: 'CMS', transid: `vao-cua-${++marks}`, ...input })
    const reply = await ask(target.url + signIn.login.path, { method: 'POST', headers: json, body })
    const data = envelopeIn(reply.text).data as { token?: string } | null
    return { cookies: reply.headers['set-cookie'] ?? [], token: data?.token ?? null }
  }
  const codeWith = async (headers: Record<string, string>) =>
    envelopeIn((await ask(`${office.url}${ownSession.roles.path}?${marked()}`, { headers })).text).error.code
  const roles = (token: string | null, cookie: string) =>
    codeWith({ authorization: `Bearer ${token}`, ...(cookie && { cookie }) })

  test('are HttpOnly and SameSite=Strict', async () => {
    const { cookies } = await enter({ username: admin.user_name, password })
    expect(cookies).toHaveLength(2)
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^(partner|device)=[\w-]{22}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/)
    }
  })

  test('are Secure and have the prefix __Host- where the office is reached by https', async () => {
    const { user_name } = await proxied_office.hire([])
    const { cookies } = await enter({ username: user_name, password }, proxied_office)
    for (const cookie of cookies)
      expect(cookie).toMatch(/^__Host-(partner|device)=.*Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    expect(cookies).toHaveLength(2)
  })

  test('are set neither by a refused sign-in nor for a program', async () => {
    expect((await enter({ username: admin.user_name, password: 'sai-mật-khẩu' })).cookies).toEqual([])
    expect((await enter({ username: admin.user_name, password, client: 'api' })).cookies).toEqual([])
  })

  test("are required: the token is refused without them, with another session's, and with malformed ones", async () => {
    const [mine, other] = [
      await enter({ username: admin.user_name, password }),
      await enter({ username: admin.user_name, password }),
    ]
    const partner = (session: typeof mine) =>
      session.cookies.find((cookie) => cookie.startsWith('partner='))!.split(';')[0]!
    expect(await roles(mine.token, partner(mine))).toBe(0)
    for (const cookie of [
      '',
      partner(other),
      'partner=',
      'partner=%E0%A4%A',
      'a=1; ;;=; partner',
      `partner=x; ${partner(other)}`,
    ])
      expect(await roles(mine.token, cookie)).toBe(1)
  })

  test("are not required with a program's token", async () => {
    const { token } = await enter({ username: admin.user_name, password, client: 'api' })
    expect(await roles(token, '')).toBe(0)
  })

  test.each(['', 'Bearer', 'Bearer ', 'Basic YWRtaW46YWRtaW4=', 'Bearer \u00ff\u00fe', `Bearer ${'x'.repeat(5_000)}`])(
    'do not sign in with an authorization header of “%s”',
    async (authorization) => {
      expect(await codeWith({ ...bearer(admin), authorization })).toBe(1)
    },
  )
})

describe('the address of a caller', () => {
  const sourceAt = async (target: Office, forwarded: string) => {
    const { user_id, user_name } = await target.hire([])
    const body = JSON.stringify({ channel: 'CMS', transid: `tu-dau-${++marks}`, username: user_name, password })
    const headers = { ...json, 'x-forwarded-for': forwarded, 'x-real-ip': '6.6.6.6', forwarded: 'for=6.6.6.6' }
    await ask(target.url + signIn.login.path, { method: 'POST', headers, body })
    const [session] = await target.db
      .selectFrom('session')
      .select('source')
      .where('user_id', '=', user_id)
      .orderBy('session_id', 'desc')
      .execute()
    return session!.source
  }

  test('is that of the connection, whatever the forwarding headers say', async () => {
    expect(await sourceAt(office, '6.6.6.6')).toBe('127.0.0.1')
  })

  test('is the one that the configured proxy saw, not the one that the client claims', async () => {
    expect(await sourceAt(proxied_office, '6.6.6.6, 203.0.113.7')).toBe('203.0.113.7')
  })

  test('counts as a whole network in IPv6, from which a public call is limited to 300', async () => {
    const tries = Array.from({ length: 301 }, (_, n) => withinRateLimit('GET test', `2001:db8:1:2::${n.toString(16)}`))
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(300)
    expect(await withinRateLimit('GET test', '2001:db8:1:3::1')).toBe(true)
    expect(await withinRateLimit('GET test', '::ffff:203.0.113.9')).toBe(true)
    expect(await withinRateLimit('POST test', '2001:db8:1:2::1')).toBe(true)
  })
})

test('public calls over the limit of their address are refused with 429; a signed-in person is not limited', async () => {
  const replies = await Promise.all(
    Array.from({ length: 310 }, () => ask(`${office.url}${signIn.captcha.path}?${marked()}`)),
  )
  const refused = replies.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(10)
  expect(refused[0]!.headers['retry-after']).toBe('60')
  expect(envelopeIn(refused[0]!.text).error.code).toBe(999)
  await admin.call(ownSession.roles, {})
})

test('strict-transport-security is sent where the office is reached by https, and only there', async () => {
  expect((await fetch(`${proxied_office.url}/healthz`)).headers.get('strict-transport-security')).toBe(
    'max-age=31536000',
  )
  expect((await fetch(`${office.url}/healthz`)).headers.get('strict-transport-security')).toBeNull()
})
