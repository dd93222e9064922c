/** Live updates: a listener soon gets an event for every change that it may see, and none after its session has ended. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { errors } from '#contract/errors.ts'
import { live_path, type Topic } from '#contract/live.ts'
import { account, accountStatus } from '#features/access/account/account.contract.ts'
import { dayClose } from '#features/close/day-close/day-close.contract.ts'
import { ownSession } from '#features/access/sign-in/own-session.contract.ts'
import { heldPage, transactionPage } from '#features/orders/pages.contract.ts'
import { periodPage } from '#features/results/pages.contract.ts'
import { product } from '#features/results/product/product.contract.ts'
import { alarmConfig } from '#features/settings/alarm/alarm.contract.ts'
import { alarmKind } from '#features/settings/alarm/alarm.rules.ts'
import { result } from '#features/results/result/draw-result.contract.ts'
import { ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { funds } from '#features/wallets/fund/fund.contract.ts'
import { walletAdjustment } from '#features/wallets/wallet/wallet-adjustment.contract.ts'
import { createClient } from '#server/database/pool.ts'
import { openDesk } from '../../testing/deposits.ts'
import { openTestWallet } from '../../testing/money.ts'
import { openOffice, type Office, type Person } from '../../testing/office.ts'
import { openPos, setGamePeriod } from '../../testing/orders.ts'
import { waiting } from '../../testing/processing.ts'
import { winning, winRewards } from '../../testing/rewards.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../testing/tickets.ts'
import { requestToMomo } from '../../testing/withdrawals.ts'

let office: Office
let an: Person
const open: AbortController[] = []

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([transactionPage.view, periodPage.view])
})
afterAll(() => office.close())
afterEach(() => {
  for (const stream of open.splice(0)) stream.abort()
})

interface Stream {
  response: Response
  /** The events received so far. */
  events: string[]
  /** Resolves when the stream has ended. */
  closed: Promise<void>
}

async function ask(server: Office, person: Person): Promise<{ response: Response; stop: AbortController }> {
  const stop = new AbortController()
  open.push(stop)
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { cookie, ...(person.token && { authorization: `Bearer ${person.token}` }) }
  return { response: await fetch(server.url + live_path, { headers, signal: stop.signal }), stop }
}

async function listen(person = an, server = office): Promise<Stream> {
  const { response } = await ask(server, person)
  const events: string[] = []
  const closed = (async () => {
    for await (const text of response.body!.pipeThrough(new TextDecoderStream()))
      events.push(...text.split('\n\n').filter(Boolean))
  })().catch(() => {})
  await expect.poll(() => events[0]).toMatch(/^event: open\ndata: \{"now":\d{13}\}$/)
  return { response, events, closed }
}

const changed = (...topics: string[]) => `event: changed\ndata: ${JSON.stringify({ topics })}`
const soon = { timeout: 5_000, interval: 20 }

async function asOwner(statement: string): Promise<void> {
  const client = createClient(office.database_url)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

const sold = `insert into sale_delta (day, hour, partner_id, pos_id, user_pos_id, base_id, category, area_id, band, orders, quantity, amount, fee, commission)
  values (current_date, 9, 0, 1, 0, 0, 16, 0, 1, 1, 1, 10000, 0, 500)`

describe('a listener', () => {
  test('gets an event for what another program has committed', async () => {
    const stream = await listen()
    await asOwner(sold)
    await expect.poll(() => stream.events, soon).toContain(changed('sales'))
  })

  test('gets an event for sales that were folded before the next look at the database', async () => {
    const stream = await listen()
    await asOwner(`begin; ${sold}; select fold_sales(); commit`)
    await expect.poll(() => stream.events, soon).toContain(changed('sales'))
  })

  test('gets an event for a changed draw, and none for a change outside its topics', async () => {
    const stream = await listen()
    await office.write((db) =>
      sql`update draw_period set cancel_reason = 'Thử' where open_date = current_date`.execute(db),
    )
    await expect.poll(() => stream.events, soon).toContain(changed('periods'))
    const events = [...stream.events]
    await office.hire([])
    await asOwner(sold)
    await expect.poll(() => stream.events, soon).toContain(changed('sales'))
    expect(stream.events).toEqual([...events, changed('sales')])
  })

  test('follows the rights of its person: a new topic counts as changed, a lost one is silent', async () => {
    const person = await office.hire([periodPage.view])
    const stream = await listen(person)
    await office.grant(person, [transactionPage.view])
    await expect.poll(() => stream.events.join(), soon).toMatch(/changed.*"orders"/s)
    await office.grant(person, [periodPage.view])
    await sleep(2_500)
    const [known, other] = [stream.events.length, await listen()]
    await waiting(office, await openPos(office))
    await expect.poll(() => other.events.join(), soon).toMatch(/changed.*"orders"/s)
    expect(stream.events.slice(known).join()).not.toContain('orders')
  })

  test('gets events of alarms without any right', async () => {
    const [stream, admin] = [await listen(await office.hire([])), await office.hire('admin')]
    await admin.call(alarmConfig.try, { kind: alarmKind.fund_low })
    await expect.poll(() => stream.events, soon).toContain(changed('alarms'))
  })

  test('gets events of notifications without any right', async () => {
    const stream = await listen(await office.hire([]))
    await asOwner(
      `insert into notification (user_id, kind, table_name, row_id, status) values (${an.user_id}, 1, 'ticket_import', '1', 3)`,
    )
    await expect.poll(() => stream.events, soon).toContain(changed('notifications'))
  })

  test('gets the time of the database, not that of the program', async () => {
    const real = Date.now
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() - 3_600_000)
    try {
      const { events } = await listen()
      const { now } = JSON.parse(events[0]!.split('data: ')[1]!) as { now: number }
      expect(Math.abs(now - real())).toBeLessThan(5_000)
    } finally {
      clock.mockRestore()
    }
  })

  test('gets only events of topics that it may read', async () => {
    const people = [await office.hire([heldPage.view]), await office.hire([])]
    const [theirs, all] = [await Promise.all(people.map((person) => listen(person))), await listen()]
    await asOwner(sold)
    await expect.poll(() => all.events, soon).toContain(changed('sales'))
    // The event of the end comes after all others: so nothing else is on its way.
    for (const person of people) await person.call(ownSession.logout, {})
    for (const { events, closed } of theirs) {
      await closed
      expect(events.slice(1)).toEqual(['event: ended\ndata: {}'])
    }
  })

  test('gets a stream with headers against caching and buffering, and with those of every answer', async () => {
    const { response } = await listen()
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
  })

  test('has at most five streams at a time, and can open another when one is closed', async () => {
    const binh = await office.hire([])
    // All at once, so that most of them are still joining when the thirteenth is.
    const replies = await Promise.all(Array.from({ length: 13 }, () => ask(office, binh)))
    const isStream = ({ response }: (typeof replies)[number]) =>
      response.headers.get('content-type')!.startsWith('text/event-stream')
    const [streams, refused] = [replies.filter(isStream), replies.filter((reply) => !isStream(reply))]
    expect([streams.length, refused.length]).toEqual([5, 8])
    expect(refused[0]!.response.status).toBe(429)
    expect(await refused[0]!.response.json()).toMatchObject({ error: { code: 999 } })
    streams[0]!.stop.abort()
    await expect
      .poll(async () => (await ask(office, binh)).response.headers.get('content-type'), soon)
      .toContain('text/event-stream')
  })
})

describe('a listener with the right gets an event for new waiting work, and another does not:', () => {
  const happens: Record<
    Exclude<Topic, 'sales' | 'periods' | 'alarms' | 'notifications'>,
    (admin: Person) => Promise<unknown>
  > = {
    orders: async () => waiting(office, await openPos(office)),
    async tickets(admin) {
      const area_id = stations.tphcm
      const [open_date] = [await dayFromNow(office.db, 1), await openStore(office, [area_id])]
      await setPeriod(office, area_id, open_date, 'open')
      await admin.call(ticketImport.create, { area_id, open_date, tickets: [{ number: '123456' }] })
    },
    async results(admin) {
      const period_id = await setGamePeriod(office, product.than_tai4, 'drawn')
      await admin.call(result.add, { period_id, numbers: { main: ['0583'] } })
    },
    deposits: async () => openDesk(office).then((desk) => desk.unnamedLine(70_000)),
    withdrawals: async () => requestToMomo(office, await openTestWallet(office, { balance: 900_000 })),
    rewards: async () => winRewards(office, [{ number: winning.eighth }]),
    async adjustments(admin) {
      const { account_id } = await openTestWallet(office)
      await admin.call(walletAdjustment.increase, { account_id, amount: 50_000_000, reason: 'Bù giao dịch lỗi' })
    },
    async funds(admin) {
      const { account_id, account_name, version } = (await admin.call(funds.list, {})).items[0]!
      await admin.call(funds.update, { account_id, account_name, version, warn_below: 987_654_321 })
    },
    closings: async (admin) => admin.call(dayClose.prepare, { day: await dayFromNow(office.db, -1) }),
    accounts: () =>
      office.write((db) => sql`update app_user set forgot_at = now() where user_id = ${an.user_id}`.execute(db)),
  }

  test.each(Object.keys(happens) as (keyof typeof happens)[])('%s', async (topic) => {
    const admin = await office.hire('admin')
    const [theirs, stranger] = [await listen(admin), await listen(await office.hire([periodPage.view]))]
    await happens[topic](admin)
    await expect.poll(() => theirs.events.join(), soon).toMatch(new RegExp(`changed.*"${topic}"`, 's'))
    expect(stranger.events.join()).not.toContain(topic)
  })
})

describe('a stream', () => {
  test('is refused without a session', async () => {
    const { response } = await ask(office, office.stranger)
    expect(await response.json()).toMatchObject({ error: { code: 1 }, data: null })
  })

  test('is refused to a person who must change the password first', async () => {
    const binh = await office.hire([transactionPage.view])
    await office.write((db) =>
      sql`update app_user set must_change_password = true where user_id = ${binh.user_id}`.execute(db),
    )
    const { response } = await ask(office, binh)
    expect(await response.json()).toMatchObject({ error: { code: errors.password_change_required[0] } })
  })

  test('is refused to the token of a browser without its cookie', async () => {
    const binh = await office.hire([])
    await binh.signIn(undefined, { client: 'browser' })
    const { response } = await ask(office, { ...binh, cookies: new Map() })
    expect(await response.json()).toMatchObject({ error: { code: 1 } })
  })

  test('ends when its session signs out', async () => {
    const binh = await office.hire([])
    const stream = await listen(binh)
    await binh.call(ownSession.logout, {})
    await stream.closed
    expect(stream.events.at(-1)).toBe('event: ended\ndata: {}')
  })

  test('ends when its person is locked, and those of others go on', async () => {
    const [admin, binh] = [await office.hire('admin'), await office.hire([])]
    const [ended_stream, remaining] = [await listen(binh), await listen(admin)]
    const { version } = await admin.call(account.detail, { user_id: binh.user_id })
    await admin.call(account.update, { user_id: binh.user_id, status: accountStatus.locked, version })
    await ended_stream.closed
    expect(ended_stream.events.at(-1)).toBe('event: ended\ndata: {}')
    await asOwner(sold)
    await expect.poll(() => remaining.events, soon).toContain(changed('sales'))
  })

  test('ends when its session has not been used for long, since listening does not count as use', async () => {
    const binh = await office.hire([])
    const stream = await listen(binh)
    await asOwner(`update session set last_seen_at = now() - interval '31 minutes' where user_id = ${binh.user_id}`)
    await stream.closed
    expect(stream.events.at(-1)).toBe('event: ended\ndata: {}')
  })
})

describe('the server', () => {
  test('does not query the database while nobody listens', async () => {
    // A connection of its own: on one of the server's this query would replace the one that it looks for.
    const client = createClient(office.database_url)
    await client.connect()
    const lastLook = async () => {
      const { rows } = await client.query<{ at: string; age_ms: number }>(`select query_start::text as at,
          extract(epoch from clock_timestamp() - query_start)::float8 * 1000 as age_ms
        from pg_stat_activity where query like '%sale_fold) as "sales"%' and pid <> pg_backend_pid() order by query_start desc limit 1`)
      return rows[0] ?? null
    }
    try {
      await listen()
      await expect.poll(lastLook, soon).not.toBeNull()
      for (const stream of open.splice(0)) stream.abort()
      await expect.poll(async () => (await lastLook())!.age_ms, soon).toBeGreaterThan(2_000)
      const { at } = (await lastLook())!
      await sleep(2_500)
      expect(await lastLook()).toMatchObject({ at })
    } finally {
      await client.end()
    }
  })

  test('closes within three seconds although a client is listening', async () => {
    const other = await openOffice()
    const stream = await listen(await other.hire([]), other)
    const started = performance.now()
    await other.close()
    expect(performance.now() - started).toBeLessThan(3_000)
    await stream.closed
  })
})
