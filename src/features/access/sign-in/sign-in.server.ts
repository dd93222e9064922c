import { sql } from 'kysely'
import { networkOf } from '#server/http/network.ts'
import { within } from '#server/scope.ts'
import { serve, type Context, type RequestInfo } from '#server/serve.ts'
import { captcha_lifetime_s, captchaSolved, newCaptcha } from '#server/session/captcha.ts'
import { drawCaptcha } from '#server/session/captcha-picture.ts'
import { hashPassword, passwordKey, whyWeakPassword } from '#server/session/password.ts'
import { endSessions, newToken, provesPassword, startSession } from '#server/session/session.ts'
import {
  captcha_after,
  countTry,
  countTryFrom,
  deleteTries,
  isDevice,
  isGuessed,
  mayTryAccount,
  max_failures,
  rememberDevice,
  sourceOf,
} from '#server/session/tries.ts'
import type { Db } from '#server/database/transaction.ts'
import { accountStatus } from '#features/access/account/account.contract.ts'
import { updateFactorDeadline } from '#features/access/second-factor/requirement.server.ts'
import { ownSession } from './own-session.contract.ts'
import { samePassword, signIn } from './sign-in.contract.ts'

const device_lifetime_s = 180 * 24 * 3600

const signInService = serve(signIn, {
  login,
  captcha: async ({ request }) => {
    const { captcha_id, characters } = newCaptcha()
    request.setCookie('captcha', captcha_id, captcha_lifetime_s)
    return { captcha_id, image: await drawCaptcha(characters) }
  },

  register,
  forgot,
  changePassword,
  changePass: changePassword,
})

const ownSessionService = serve(ownSession, {
  logout: async ({ db, me, request }) => {
    await endSessions(db, me.user_id, { only: me.session_id })
    for (const cookie of ['partner', 'captcha']) request.setCookie(cookie, null)
    return null
  },

  roles: async ({ db, me }) => ({
    lsPageInfos: await menuOf(db, [...me.rights]),
    userBaseStore:
      me.base_id === null
        ? null
        : await db
            .selectFrom('base_store')
            .select('base_name')
            .where('base_id', '=', me.base_id)
            .where(within(me, 'base_store'))
            .executeTakeFirstOrThrow(),
    user: {
      user_id: me.user_id,
      user_name: me.user_name,
      full_name: me.full_name,
      partner_id: me.partner_id,
      base_id: me.base_id,
      is_admin: me.is_admin,
      must_change_password: me.must_change_password,
      must_prove: me.must_prove,
      must_enrol: me.must_enrol,
      handled_by: [...me.handled_by],
    },
  }),
})

export default [...signInService, ...ownSessionService]

/** The captcha named by its id, or the one in the browser's cookie. */
function isCaptchaSolved(
  { captcha_id, captcha }: { captcha_id?: string | null | undefined; captcha?: string | null | undefined },
  request: RequestInfo,
): boolean {
  const question = captcha_id ?? request.cookie('captcha')
  return question !== null && captcha != null && captchaSolved(question, captcha, request)
}

const committed = { commit: true }

/** The checks before every public form. The attempt is counted and the captcha used up, whatever the outcome. */
async function assertPerson(
  { db, request, fail }: Context<typeof signIn.register> | Context<typeof signIn.forgot>,
  form: string,
  solved: Parameters<typeof isCaptchaSolved>[0],
): Promise<void> {
  // No user name begins with '#'.
  if ((await countTryFrom(db, form, networkOf(request.source))) >= max_failures)
    fail('too_many_attempts', undefined, committed)
  if (!isCaptchaSolved(solved, request)) fail('captcha_invalid', undefined, committed)
}

/**
 * Each request creates a row that somebody must review. The answer is the same whether the name or phone number is taken or not: a taken name gets a
 * number appended, a taken phone number is stored as the second one, and the administrator who approves the request sees both.
 */
async function register(context: Context<typeof signIn.register>) {
  const { db, input, fail } = context
  const { captcha_id, captcha, password, phone_int, ...person } = input
  await assertPerson(context, '#register', { captcha_id, captcha })
  const weak = whyWeakPassword(password, person.user_name)
  if (weak) fail('request_invalid', { fields: { password: weak } }, committed)
  const password_hash = await hashPassword(password)
  await sql`select pg_advisory_xact_lock(hashtextextended('register', 0))`.execute(db)
  const stem = stemOf(person.user_name)
  const existing = await db
    .selectFrom('app_user') // unscoped: nobody is signed in
    .select(sql<boolean>`coalesce(bool_or(phone_number = ${phone_int}), false)`.as('phone'))
    .select(
      sql<string[]>`coalesce(array_agg(user_name) filter (where starts_with(user_name, ${stem})), '{}')`.as('names'),
    )
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(phone_number = ${phone_int} or starts_with(user_name, ${stem}))`)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('app_user')
    .values({
      ...person,
      user_name: freeName(person.user_name, new Set(existing.names)),
      ...(existing.phone ? { mobile_number: phone_int } : { phone_number: phone_int }),
      password_hash,
      status: accountStatus.waiting,
    })
    .execute()
  return null
}

/** The part of a name to which a number can be appended within its greatest length. */
const stemOf = (user_name: string) => user_name.slice(0, 46)

/** The name itself, or with the first appended number that makes it unused. */
function freeName(user_name: string, takenNames: ReadonlySet<string>): string {
  let name = user_name
  for (let n = 2; takenNames.has(name); n++) name = `${stemOf(user_name)}${n}`
  return name
}

/** The answer is the same whether such an account exists or not. */
async function forgot(context: Context<typeof signIn.forgot>) {
  const { db, input } = context
  const { captcha_id, captcha, user_name, phone_int } = input
  await assertPerson(context, '#forgot', { captcha_id, captcha })
  await db
    .updateTable('app_user') // unscoped: nobody is signed in
    .set({ forgot_at: sql`now()` })
    .where('user_name', '=', user_name)
    .where('phone_number', '=', phone_int)
    .where('status', '=', accountStatus.active)
    .where('deleted_at', 'is', null)
    .execute()
  return null
}

async function login({ db, input, request, limits, fail }: Context<typeof signIn.login>) {
  const { username, password } = input
  const device = request.cookie('device')
  const source = await sourceOf(db, username, device, request.source)
  const failures = await countTryFrom(db, username, source)
  if (failures >= max_failures) fail('too_many_attempts', undefined, { commit: failures === max_failures })
  const wants_captcha = failures >= captcha_after || (!isDevice(source) && (await isGuessed(db, username, source)))
  if (wants_captcha && !isCaptchaSolved(input, request)) {
    const sentence = input.captcha ? 'Mã xác nhận không đúng hoặc đã hết hạn.' : 'Vui lòng nhập mã xác nhận.'
    fail('captcha_invalid', { captcha_required: true, message: sentence, fields: { captcha: sentence } })
  }
  if (!isDevice(source) && !(await mayTryAccount(db, username))) fail('too_many_attempts')
  const user = await db
    .selectFrom('app_user') // unscoped: nobody is signed in yet
    .select(['user_id', 'user_name', 'partner_id', 'password_hash', 'status', 'must_change_password'])
    .select(sql<boolean>`has_factor(user_id)`.as('must_prove'))
    .select(sql<boolean>`coalesce(password_until < now(), false)`.as('is_late'))
    .where('user_name', '=', username)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const refuse = () => {
    const sentence = 'Tài khoản người dùng hoặc mật khẩu không hợp lệ'
    const captcha_required = failures + 1 >= captcha_after
    return fail(
      'wrong_account_or_password',
      { captcha_required, fields: { username: sentence, password: sentence } },
      committed,
    )
  }
  const key = await passwordKey(user?.password_hash ?? null, password)
  if (!user || !(await provesPassword(db, user.user_id, key))) return refuse()
  // Only a person who knows the password is told that the account is locked or waits.
  if (user.status === accountStatus.locked) fail('account_locked', undefined, committed)
  if (user.status === accountStatus.waiting) fail('account_waiting', undefined, committed)
  if (user.is_late) fail('password_expired', undefined, committed)

  const browser = input.client !== 'api'
  const partner_cookie = browser ? newToken() : null
  const { source: address, user_agent } = request
  const start = { user_id: user.user_id, key, source: address, user_agent, partner_cookie }
  const token = await startSession(db, start, limits)
  // The password was changed while it was being verified.
  if (token === null) return refuse()
  await deleteTries(db, username, source)
  if (browser) {
    const deviceToken = device ?? newToken()
    await rememberDevice(db, user.user_id, deviceToken)
    request.setCookie('device', deviceToken, device_lifetime_s)
    request.setCookie('partner', partner_cookie, limits.session_absolute_hours * 3600)
  }
  await updateFactorDeadline(db, user.user_id)
  const { user_id, user_name, partner_id, must_change_password, must_prove } = user
  return {
    token,
    user: { user_name, user_id, partner_id },
    group: await mainGroup(db, user_id),
    must_change_password,
    must_prove,
  }
}

/** The group in the session cookie: the oldest of the person's active ones. */
async function mainGroup(db: Db, user_id: number): Promise<{ group_id: number } | null> {
  const group = await db
    .selectFrom('group_member as m')
    .innerJoin('user_group as g', 'g.group_id', 'm.group_id')
    .select('m.group_id')
    .where('m.user_id', '=', user_id)
    .where('g.status', '=', 1)
    .orderBy('m.group_id')
    .limit(1)
    .executeTakeFirst()
  return group ?? null
}

/** The pages and tabs of these rights, under their headings, in the menu's order. */
async function menuOf(db: Db, rights: string[]) {
  const pages = await db.selectFrom('page').selectAll().where('in_use', '=', true).orderBy('position').execute()
  const byId = new Map(pages.map((page) => [page.page_id, page]))
  type PageRow = (typeof pages)[number]
  const parentOf = ({ parent_id }: PageRow) => (parent_id === null ? undefined : byId.get(parent_id))
  const rolesOn = (url: string | null | undefined) =>
    rights.filter((right) => right.startsWith(`${url}#`)).map((right) => right.split('#')[1]!)
  const tabs = new Set(pages.filter((page) => parentOf(page)?.page_url != null))
  const offered = await offeredRoles(db)
  /** For a tab, including the rights on the whole page. */
  const roles = (page: PageRow): string[] => {
    const ownRoles = page.page_url === null ? [] : rolesOn(page.page_url)
    const of_page = tabs.has(page) ? rolesOn(parentOf(page)!.page_url) : []
    return [...new Set([...ownRoles, ...of_page.filter((role) => offered.has(`${page.page_id}#${role}`))])].sort()
  }
  const open = new Set<PageRow | undefined>()
  for (const page of pages.filter((candidate) => roles(candidate).length > 0))
    for (let openPage: PageRow | undefined = page; openPage; openPage = parentOf(openPage)) open.add(openPage)
  return pages
    .filter((page) => open.has(page))
    .map((page) => ({
      id: page.page_id,
      parent_id: page.parent_id ?? 0,
      page_name: page.page_name,
      page_icon: page.page_icon,
      page_url: page.page_url ?? '',
      isOpen: false,
      role_list: roles(page).join(','),
    }))
}

async function offeredRoles(db: Db): Promise<ReadonlySet<string>> {
  const offered = await db.selectFrom('page_role').select(['page_id', 'role_id']).execute()
  return new Set(offered.map(({ page_id, role_id }) => `${page_id}#${role_id}`))
}

async function changePassword({ db, me, input: { pass_old, pass_new }, fail }: Context<typeof signIn.changePassword>) {
  // Limited too, so that nobody can guess the password at a browser that was left signed in.
  const failures = await countTry(db, me.user_name, 'change_password')
  if (failures >= max_failures) fail('too_many_attempts')
  const { password_hash } = await db
    .selectFrom('app_user') // unscoped: the person's own row
    .select('password_hash')
    .where('user_id', '=', me.user_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const key = await passwordKey(password_hash, pass_old)
  if (!(await provesPassword(db, me.user_id, key))) fail('wrong_password', undefined, committed)
  const refusal = pass_new === pass_old ? samePassword() : whyWeakPassword(pass_new, me.user_name)
  if (refusal) fail('request_invalid', { fields: { pass_new: refusal } })
  await db
    .updateTable('app_user') // unscoped: the person's own row
    .set({
      password_hash: await hashPassword(pass_new),
      must_change_password: false,
      password_until: null,
      forgot_at: null,
    })
    .where('user_id', '=', me.user_id)
    .execute()
  await deleteTries(db, me.user_name, 'change_password')
  await endSessions(db, me.user_id, { except: me.session_id })
  return null
}
