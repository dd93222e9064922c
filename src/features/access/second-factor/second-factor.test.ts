/** The second factor, from enrolment to its reset by two other people, and the step-up before critical calls. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { account } from '#features/access/account/account.contract.ts'
import { accountPage } from '#features/access/pages.contract.ts'
import { group } from '#features/access/group/group.contract.ts'
import { ownSession } from '#features/access/sign-in/own-session.contract.ts'
import { walletPage } from '#features/wallets/pages.contract.ts'
import { services } from '../../../services.ts'
import { authenticator } from '../../../testing/authenticator.ts'
import { inParallel } from '../../../testing/parallel.ts'
import { openOffice, password, person, type Office, type Person } from '../../../testing/office.ts'
import { ageProof } from '../../../testing/proof.ts'
import { factorPolicy, factorReset, secondFactor } from './second-factor.contract.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice(undefined, { proof_minutes: 10 })
})
afterAll(() => office.close())

/** The authenticator app of a person; each code is of a later time step than the one before. */
interface Phone {
  code: () => string
  recovery_codes: readonly string[]
}

async function enrol(user: Person): Promise<Phone> {
  const { factor_id, secret } = await user.call(secondFactor.beginTotp, {})
  const totp = new TOTP({ secret })
  let step = -1
  const code = () => totp.generate({ timestamp: Date.now() + 30_000 * step++ })
  const added = await user.call(secondFactor.confirmTotp, { factor_id, factor_name: 'Điện thoại', code: code() })
  return { code, recovery_codes: added.recovery_codes! }
}

const codeOf = async (user: Person, call: Call, input: Record<string, unknown>) =>
  (await user.raw(call, input)).body.error.code

describe('signing in with a second factor', () => {
  test('opens a session by password that can call nothing else until the code is entered', async () => {
    const an = await office.hire('admin')
    const phone = await enrol(an)
    const secondSession = person(office.url, an)
    await secondSession.signIn()
    expect((await secondSession.call(ownSession.roles, {})).user).toMatchObject({
      must_prove: true,
      user_id: an.user_id,
    })
    expect((await secondSession.call(ownSession.roles, {})).lsPageInfos).toEqual([])
    const closed = services.filter(({ call }) => call.may !== 'public')
    for (const { call } of closed.filter((_, n) => n % 15 === 0)) {
      if (call.obstacles_ignored.includes('second_factor_required')) continue
      expect(await codeOf(secondSession, call, {}), call.name).toBe(9161)
    }
    expect(await codeOf(secondSession, secondFactor.prove, { password })).toBe(3)
    expect(await codeOf(secondSession, secondFactor.prove, { code: '000000' })).toBe(9163)
    await secondSession.call(secondFactor.prove, { code: phone.code() })
    expect((await secondSession.call(account.list, {})).items.length).toBeGreaterThan(0)
  })

  test('accepts a code once, even when it is sent eight times in parallel', async () => {
    const an = await office.hire([])
    const phone = await enrol(an)
    const sessions = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const session = person(office.url, an)
        await session.signIn()
        return session
      }),
    )
    const code = phone.code()
    const codes = await Promise.all(sessions.map((session) => codeOf(session, secondFactor.prove, { code })))
    expect(codes.toSorted((a, b) => a - b)).toEqual([0, ...Array<number>(7).fill(9163)])
  })

  test('accepts a recovery code once, with or without hyphens, and only from its owner', async () => {
    const [an, binh] = [await office.hire([]), await office.hire([])]
    const [{ recovery_codes }] = [await enrol(an), await enrol(binh)]
    expect(recovery_codes).toHaveLength(10)
    for (const user of [an, binh]) await user.signIn()
    const typed = recovery_codes[0]!.replaceAll('-', '').toUpperCase()
    expect(await codeOf(binh, secondFactor.prove, { code: typed })).toBe(9163)
    expect(await codeOf(an, secondFactor.prove, { code: typed })).toBe(0)
    expect((await an.call(secondFactor.mine, {})).recovery_left).toBe(9)
    await an.signIn()
    expect(await codeOf(an, secondFactor.prove, { code: recovery_codes[0] })).toBe(9163)
  })

  test('refuses every code after ten wrong ones, also in parallel, without locking out a session that is signed in', async () => {
    const an = await office.hire([])
    const phone = await enrol(an)
    const guesser = person(office.url, an)
    await guesser.signIn()
    const codes = await inParallel((n) => codeOf(guesser, secondFactor.prove, { code: String(100_000 + n) }))
    expect(codes.filter((code) => code === 9163)).toHaveLength(10)
    expect(codes.filter((code) => code === 9003)).toHaveLength(10)
    await an.call(secondFactor.prove, { code: phone.code() })
  })

  test('keeps what the owner has proved open, and their browser able to prove, while another guesses with the password', async () => {
    const an = await office.hire([])
    const phone = await enrol(an)
    await an.signIn()
    await an.call(secondFactor.prove, { code: phone.code() })
    const guesser = person(office.url, an)
    for (let n = 0; n < 10; n++) {
      await guesser.signIn(password, { client: 'api' })
      expect(await codeOf(guesser, secondFactor.prove, { code: String(100_000 + n) })).toBe(9163)
    }
    expect(await codeOf(an, ownSession.roles, {})).toBe(0)
    const code = phone.code()
    const browser = person(office.url, an)
    for (const stranger of [guesser, browser]) {
      await stranger.signIn()
      expect(await codeOf(stranger, secondFactor.prove, { code })).toBe(9003)
    }
    browser.cookies.set('device', an.cookies.get('device')!)
    await browser.signIn()
    expect(await codeOf(browser, secondFactor.prove, { code: '300000' })).toBe(9163)
    await browser.call(secondFactor.prove, { code })
  })

  test('answers a repeated request with the same transid again', async () => {
    const an = await office.hire([])
    const phone = await enrol(an)
    await an.signIn()
    const [transid, code] = [randomUUID(), phone.code()]
    for (let n = 0; n < 2; n++) await an.call(secondFactor.prove, { code }, { transid })
  })

  test('leaves neither the secret nor a code in plain text in the database or the log', async () => {
    const an = await office.hire([])
    const { secret, factor_id } = await an.call(secondFactor.beginTotp, {})
    const code = new TOTP({ secret }).generate()
    const { recovery_codes } = await an.call(secondFactor.confirmTotp, { factor_id, factor_name: 'Máy', code })
    const { rows } = await sql<{
      text: string
    }>`select encode(secret, 'escape') || encode(secret, 'hex') as text from second_factor
      union all select input::text || code::text from audit_log where input is not null
      union all select coalesce(before::text, '') || coalesce(after::text, '') from audit_change
      union all select coalesce(answer::text, '') from command`.execute(office.db)
    const all = rows.map(({ text }) => text).join('\n')
    for (const text of [
      secret,
      `"${code}"`,
      ...recovery_codes!,
      ...recovery_codes!.map((recovery_code) => recovery_code.replaceAll('-', '')),
    ])
      expect(all.includes(text)).toBe(false)
  })
})

describe('a passkey', () => {
  const origin = () => office.url

  async function withPasskey() {
    const an = await office.hire([])
    const key = authenticator()
    const { passkey_options } = await an.call(secondFactor.beginPasskey, {})
    await an.call(secondFactor.addPasskey, {
      factor_name: 'Máy tính',
      passkey: key.register(passkey_options, origin()),
    })
    await an.signIn()
    return { an, key, ask: async (user = an) => (await user.call(secondFactor.challenge, {})).passkey_options! }
  }

  test('is accepted when it answers the challenge of the same session at the same address', async () => {
    const { an, key, ask } = await withPasskey()
    await an.call(secondFactor.prove, { passkey: key.prove(await ask(), origin()) })
    expect((await an.call(secondFactor.mine, {})).factors).toMatchObject([{ kind: 'passkey', factor_name: 'Máy tính' }])
  })

  test('is refused when its answer is reused, from another address, session or key, or malformed', async () => {
    const { an, key, ask } = await withPasskey()
    const other = person(office.url, an)
    await other.signIn()
    const answer = key.prove(await ask(), origin())
    const refused = async (passkey: string, user = an) =>
      expect(await codeOf(user, secondFactor.prove, { passkey })).toBe(9164)
    await ask(other)
    await refused(answer, other)
    await an.call(secondFactor.prove, { passkey: answer })
    await an.signIn()
    await refused(answer)
    await refused(key.prove(await ask(), 'https://ve-so.example'))
    await refused(authenticator().prove(await ask(), origin()))
    for (const nonsense of ['x', '[]', 'null', '{"id":1}']) {
      await ask()
      await refused(nonsense)
    }
  })

  test('cannot be registered by a second person', async () => {
    const [an, binh] = [await office.hire([]), await office.hire([])]
    const key = authenticator()
    const add = async (user: Person) => {
      const { passkey_options } = await user.call(secondFactor.beginPasskey, {})
      return codeOf(user, secondFactor.addPasskey, {
        factor_name: 'Khóa',
        passkey: key.register(passkey_options, origin()),
      })
    }
    expect([await add(an), await add(binh)]).toEqual([0, 9165])
  })
})

describe('a second factor is required', () => {
  test('of people who approve money once the grace period is over, and they cannot remove their last one', async () => {
    const clerk = await office.hire([walletPage.approve])
    const { is_required, due_at } = await clerk.call(secondFactor.mine, {})
    expect([is_required, due_at !== null]).toEqual([true, true])
    expect((await (await office.hire([walletPage.view])).call(secondFactor.mine, {})).is_required).toBe(false)
    await office.write((trx) =>
      sql`update app_user set factor_due_at = now() where user_id = ${clerk.user_id}`.execute(trx),
    )
    expect(await codeOf(clerk, account.list, {})).toBe(9162)
    expect((await clerk.call(ownSession.roles, {})).user.must_enrol).toBe(true)
    await enrol(clerk)
    expect(await codeOf(clerk, account.list, {})).toBe(169)
    const { factor_id } = (await clerk.call(secondFactor.mine, {})).factors[0]!
    expect(await codeOf(clerk, secondFactor.remove, { factor_id })).toBe(122)
  })

  test('of everybody in a group that requires it, and of nobody while the policy is not enforced', async () => {
    const admin = await office.hire('admin')
    const viewer = await office.hire([walletPage.view])
    const { rows } = await sql<{
      group_id: number
    }>`select group_id from group_member where user_id = ${viewer.user_id}`.execute(office.db)
    const { group_infos } = await admin.call(group.info, rows[0]!)
    await admin.call(group.update, { ...rows[0]!, version: group_infos.version, second_factor: 1 })
    expect((await viewer.call(secondFactor.mine, {})).is_required).toBe(true)
    await admin.call(factorPolicy.setPolicy, { enforced: false, grace_days: 14 })
    expect(await viewer.call(secondFactor.mine, {})).toMatchObject({ is_required: false, enforced: false })
    await admin.call(factorPolicy.setPolicy, { enforced: true, grace_days: 14 })
  })
})

describe('a step-up', () => {
  test('is required after ten minutes; the refused call changes nothing and succeeds later with the same transid', async () => {
    const admin = await office.hire('admin')
    await ageProof(office, admin)
    const [transid, draft] = [randomUUID(), { group_name: 'Nhóm sau khi xác minh', description: 'x', group_page: [] }]
    const ask = async () => (await admin.raw(group.add, draft, { transid })).body.error.code
    expect(await ask()).toBe(9160)
    expect(await codeOf(admin, secondFactor.prove, { password: 'sai-mật-khẩu' })).toBe(9166)
    expect(await ask()).toBe(9160)
    await admin.call(secondFactor.prove, { password })
    expect([await ask(), await ask()]).toEqual([0, 0])
    const { rows } = await sql`select from user_group where group_name = ${draft.group_name}`.execute(office.db)
    expect(rows).toHaveLength(1)
  })

  test('needs the second factor and not the password from a person who has one', async () => {
    const admin = await office.hire('admin')
    const phone = await enrol(admin)
    await ageProof(office, admin)
    expect(await codeOf(admin, secondFactor.newCodes, {})).toBe(9160)
    expect(await codeOf(admin, secondFactor.prove, { password })).toBe(3)
    await admin.call(secondFactor.prove, { code: phone.code() })
    expect((await admin.call(secondFactor.newCodes, {})).recovery_codes).toHaveLength(10)
  })

  test('cannot be recorded by the database role of the application without a proof', async () => {
    const an = await office.hire([])
    await enrol(an)
    await an.signIn()
    const token = sql`sha256(${Buffer.from(an.token!)})`
    await expect(sql`update session set factor_pending = false`.execute(office.db)).rejects.toMatchObject({
      code: '42501',
    })
    await expect(sql`update session set proved_at = now()`.execute(office.db)).rejects.toMatchObject({ code: '42501' })
    const forged = await sql<{ proved: boolean }>`select prove_session(${token}, null) as proved`.execute(office.db)
    expect(forged.rows).toEqual([{ proved: false }])
    const marked = sql`update second_factor set used_at = now() where user_id = ${an.user_id}`
    await expect(marked.execute(office.db)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('a reset of lost factors', () => {
  const rights = [accountPage.view, accountPage.update]

  test('is requested and approved by two other people, ends all sessions and names both to the owner', async () => {
    const [owner, first, second] = [await office.hire([]), await office.hire(rights), await office.hire(rights)]
    await enrol(owner)
    const reason = 'Mất điện thoại'
    const { reset_id } = await first.call(factorReset.ask, { user_id: owner.user_id, reason })
    expect(await codeOf(second, factorReset.ask, { user_id: owner.user_id, reason })).toBe(123)
    expect(await codeOf(first, factorReset.approve, { reset_id })).toBe(169)
    const codes = await inParallel(() => codeOf(second, factorReset.approve, { reset_id }))
    expect(codes.filter((code) => code === 0)).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set([0, 121]))
    expect(await codeOf(owner, ownSession.roles, {})).toBe(1)
    await owner.signIn()
    const { factors, reset } = await owner.call(secondFactor.mine, {})
    expect(factors).toEqual([])
    expect(reset).toMatchObject({ created_by_name: first.user_name, decided_by_name: second.user_name, reason })
    await owner.call(secondFactor.seen, { reset_id })
    expect((await owner.call(secondFactor.mine, {})).reset).toBeNull()
    expect((await owner.call(ownSession.roles, {})).user.handled_by).toEqual([second.user_id])
  })

  test('cannot be requested for oneself or for somebody with more rights, nor approved by the owner, who can reject it', async () => {
    const [first, admin] = [await office.hire(rights), await office.hire('admin')]
    await enrol(admin)
    await enrol(first)
    const reason = 'Thử'
    expect(await codeOf(first, factorReset.ask, { user_id: admin.user_id, reason })).toBe(169)
    expect(await codeOf(first, factorReset.ask, { user_id: first.user_id, reason })).toBe(122)
    const asking = await office.hire('admin')
    const { reset_id } = await asking.call(factorReset.ask, { user_id: admin.user_id, reason })
    expect(await codeOf(admin, factorReset.approve, { reset_id })).toBe(169)
    await admin.call(factorReset.reject, { reset_id, reason: 'Tôi không mất gì' })
    expect((await asking.call(factorReset.ofAccount, { user_id: admin.user_id })).reset).toBeNull()
  })
})
