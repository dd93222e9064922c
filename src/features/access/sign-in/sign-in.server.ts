import { sql } from 'kysely'
import { networkOf } from '#server/network.ts'
import { within } from '#server/scope.ts'
import { serve, type Context } from '#server/serve.ts'
import { captchaSolved, newCaptcha } from '#server/session/captcha.ts'
import { hashPassword, passwordMatches, weakness } from '#server/session/password.ts'
import { endSessions, newToken, startSession } from '#server/session/session.ts'
import {
  captcha_after,
  countTry,
  forgetTries,
  isDevice,
  isGuessed,
  most_failures,
  rememberDevice,
  sourceOf,
} from '#server/session/tries.ts'
import type { Db } from '#server/database/transaction.ts'
import { accountStatus } from '#features/access/account/account.contract.ts'
import { samePassword, signIn } from './sign-in.contract.ts'

const device_lifetime_s = 180 * 24 * 3600

export default serve(signIn, {
  login,
  captcha: async () => newCaptcha(),

  logout: async ({ db, me, visit }) => {
    await endSessions(db, me.user_id, { only: me.session_id })
    visit.setCookie('partner', null)
    return null
  },

  register: async ({ db, input: { captcha_id, captcha, password, phone_int, ...person }, visit, fail }) => {
    // Each request leaves a row that someone must read, so one place may not send many. No user name begins with '#'.
    if ((await countTry(db, '#register', networkOf(visit.source))) >= most_failures) fail('too_many_attempts')
    if (!captchaSolved(captcha_id, captcha, visit.transid)) fail('captcha_invalid')
    const weak = weakness(password, person.user_name)
    if (weak) fail('request_invalid', { fields: { password: weak } })
    await db
      .insertInto('app_user')
      .values({
        ...person,
        phone_number: phone_int,
        password_hash: await hashPassword(password),
        status: accountStatus.waiting,
      })
      .execute()
    return null
  },

  // The answer is the same whether such an account exists or not.
  forgot: async ({ db, input: { captcha_id, captcha, user_name, phone_int }, visit, fail }) => {
    if ((await countTry(db, '#forgot', networkOf(visit.source))) >= most_failures) fail('too_many_attempts')
    if (!captchaSolved(captcha_id, captcha, visit.transid)) fail('captcha_invalid')
    await db
      .updateTable('app_user') // unscoped: nobody is signed in
      .set({ forgot_at: sql`now()` })
      .where('user_name', '=', user_name)
      .where('phone_number', '=', phone_int)
      .where('status', '=', accountStatus.active)
      .where('deleted_at', 'is', null)
      .execute()
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
    },
  }),

  changePassword,
  changePass: changePassword,
})

async function login({ db, input, visit, limits, fail }: Context<typeof signIn.login>) {
  const { username, password } = input
  const device = visit.cookie('device')
  const source = await sourceOf(db, username, device, visit.source)
  const failures = await countTry(db, username, source)
  if (failures >= most_failures) fail('too_many_attempts', undefined, { keep: failures === most_failures })
  const wants_captcha = failures >= captcha_after || (!isDevice(source) && (await isGuessed(db, username, source)))
  if (
    wants_captcha &&
    !(input.captcha_id && input.captcha && captchaSolved(input.captcha_id, input.captcha, visit.transid))
  ) {
    const sentence = input.captcha ? 'Mã xác nhận không đúng hoặc đã hết hạn.' : 'Vui lòng nhập mã xác nhận.'
    fail('captcha_invalid', { captcha_required: true, message: sentence, fields: { captcha: sentence } })
  }
  const user = await db
    .selectFrom('app_user') // unscoped: nobody is signed in yet
    .select(['user_id', 'user_name', 'partner_id', 'password_hash', 'status', 'must_change_password'])
    .where('user_name', '=', username)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!(await passwordMatches(user?.password_hash ?? null, password)) || !user) {
    const sentence = 'Tài khoản người dùng hoặc mật khẩu không hợp lệ'
    const captcha_required = failures + 1 >= captcha_after
    return fail(
      'wrong_account_or_password',
      { captcha_required, fields: { username: sentence, password: sentence } },
      { keep: true },
    )
  }
  // Only who knows the password learns that the account is locked or waits.
  if (user.status === accountStatus.locked) fail('account_locked', undefined, { keep: true })
  if (user.status === accountStatus.waiting) fail('account_waiting', undefined, { keep: true })

  await forgetTries(db, username, source)
  const browser = input.client !== 'api'
  const partner_cookie = browser ? newToken() : null
  if (browser) {
    const known = device ?? newToken()
    await rememberDevice(db, user.user_id, known)
    visit.setCookie('device', known, device_lifetime_s)
    visit.setCookie('partner', partner_cookie, limits.session_absolute_hours * 3600)
  }
  const { source: address, user_agent } = visit
  const token = await startSession(db, { user_id: user.user_id, source: address, user_agent, partner_cookie }, limits)
  await db
    .updateTable('app_user') // unscoped: one's own row
    .set({ last_sign_in_at: sql`now()` })
    .where('user_id', '=', user.user_id)
    .execute()
  const { user_id, user_name, partner_id, must_change_password } = user
  return { token, user: { user_name, user_id, partner_id }, group: await mainGroup(db, user_id), must_change_password }
}

/** The group that the session cookie names: the oldest of the person's active ones. */
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

/** The pages on which these rights lie, under their headings, in the menu's order. */
async function menuOf(db: Db, rights: string[]) {
  const pages = await db.selectFrom('page').selectAll().where('in_use', '=', true).orderBy('position').execute()
  const roles = (url: string) =>
    rights
      .filter((right) => right.startsWith(`${url}#`))
      .map((right) => right.split('#')[1])
      .sort()
  const open = pages.filter((page) => page.page_url !== null && roles(page.page_url).length > 0)
  return pages
    .filter((page) => open.includes(page) || open.some((child) => child.parent_id === page.page_id))
    .map((page) => ({
      id: page.page_id,
      parent_id: page.parent_id ?? 0,
      page_name: page.page_name,
      page_icon: page.page_icon,
      page_url: page.page_url ?? '',
      isOpen: false,
      role_list: page.page_url === null ? '' : roles(page.page_url).join(','),
    }))
}

async function changePassword({ db, me, input: { pass_old, pass_new }, fail }: Context<typeof signIn.changePassword>) {
  // Whoever finds a signed-in browser shall not guess its owner's password there.
  const failures = await countTry(db, me.user_name, 'change_password')
  if (failures >= most_failures) fail('too_many_attempts')
  const { password_hash } = await db
    .selectFrom('app_user') // unscoped: one's own row
    .select('password_hash')
    .where('user_id', '=', me.user_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (!(await passwordMatches(password_hash, pass_old))) fail('wrong_password', undefined, { keep: true })
  const refusal = pass_new === pass_old ? samePassword() : weakness(pass_new, me.user_name)
  if (refusal) fail('request_invalid', { fields: { pass_new: refusal } })
  await db
    .updateTable('app_user') // unscoped: one's own row
    .set({ password_hash: await hashPassword(pass_new), must_change_password: false, forgot_at: null })
    .where('user_id', '=', me.user_id)
    .execute()
  await forgetTries(db, me.user_name, 'change_password')
  await endSessions(db, me.user_id, { except: me.session_id })
  return null
}
