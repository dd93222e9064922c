import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'
import { serve, type Context } from '#server/serve.ts'
import { passwordKey } from '#server/session/password.ts'
import { endSessions, hashOf, proveSession, type Me } from '#server/session/session.ts'
import { countTry, deleteTries, hasProvedFactor, max_failures, rememberProof } from '#server/session/tries.ts'
import { newTotp, renewRecoveryCodes, spendRecoveryCode, acceptTotp } from './codes.server.ts'
import { factorsOf } from './factors.server.ts'
import { newPasskey, newPasskeyQuestion, passkeyQuestion, acceptPasskey } from './passkeys.server.ts'
import { factorPolicy as policyOf, isFactorRequired } from './requirement.server.ts'
import { resetsOf } from './reset.server.ts'
import { resetStatus, secondFactor, type ProofKind } from './second-factor.contract.ts'

export default serve(secondFactor, {
  challenge: async ({ db, me, request }) => {
    const kinds: ProofKind[] = me.has_factor
      ? [...new Set((await factorsOf(db, me.user_id)).map(({ kind }) => kind))]
      : ['password']
    return { kinds, passkey_options: await passkeyQuestion(db, me, request) }
  },

  prove,

  mine: async ({ db, me }) => {
    const { rows } = await sql<{ due_at: string | null; recovery_left: number }>`
      select factor_due_at as due_at, (select count(*)::integer from second_factor f
        where f.user_id = u.user_id and kind = 'recovery' and used_at is null) as recovery_left
      from app_user u where user_id = ${me.user_id}`.execute(db) // unscoped: the person's own row
    return {
      factors: await factorsOf(db, me.user_id),
      ...rows[0]!,
      is_required: await isFactorRequired(db, me.user_id),
      enforced: (await policyOf(db)).enforced,
      reset:
        (await resetsOf(db)
          .where('r.user_id', '=', me.user_id)
          .where('r.status', '=', resetStatus.done)
          .where('r.seen_at', 'is', null)
          .orderBy('r.reset_id', 'desc')
          .limit(1)
          .executeTakeFirst()) ?? null,
    }
  },

  beginTotp: async ({ db, me }) => {
    await lockOwnFactors(db, me)
    const { secret, uri, sealed } = newTotp(me)
    // Replaces an earlier one that was never confirmed.
    await db
      .deleteFrom('second_factor')
      .where('user_id', '=', me.user_id)
      .where('kind', '=', 'totp')
      .where('confirmed_at', 'is', null)
      .execute()
    const { factor_id } = await db
      .insertInto('second_factor')
      .values({ user_id: me.user_id, kind: 'totp', factor_name: '', secret: sealed })
      .returning('factor_id')
      .executeTakeFirstOrThrow()
    return { factor_id, secret, uri }
  },

  confirmTotp: async ({ db, me, request, input: { factor_id, factor_name, code }, fail }) => {
    await countGuess({ db, me, request }, fail)
    const factor = await db
      .selectFrom('second_factor')
      .select(['factor_id', 'user_id', 'secret'])
      .where('factor_id', '=', factor_id)
      .where('user_id', '=', me.user_id)
      .where('kind', '=', 'totp')
      .where('confirmed_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!factor) return fail('not_found', undefined, committed)
    if (!(await acceptTotp(db, { ...factor, secret: factor.secret! }, code.replaceAll(/\s/g, ''))))
      return fail('factor_code_wrong', undefined, committed)
    await db.updateTable('second_factor').set({ factor_name }).where('factor_id', '=', factor_id).execute()
    return { recovery_codes: await finishEnrolment({ db, me, request }) }
  },

  beginPasskey: async ({ db, me, request }) => ({ passkey_options: await newPasskeyQuestion(db, me, request) }),

  addPasskey: async ({ db, me, request, input: { factor_name, passkey }, fail }) => {
    const key = await newPasskey(db, me, request, passkey)
    if (!key) return fail('passkey_refused')
    await db
      .insertInto('second_factor')
      .values({ user_id: me.user_id, kind: 'passkey', factor_name, ...key, confirmed_at: sql`now()` })
      .execute()
    return { recovery_codes: await finishEnrolment({ db, me, request }) }
  },

  remove: async ({ db, me, input: { factor_id }, fail }) => {
    await lockOwnFactors(db, me)
    const factors = await factorsOf(db, me.user_id)
    if (!factors.some((factor) => factor.factor_id === factor_id)) return fail('not_found')
    const is_last = factors.length === 1
    if (is_last && (await isFactorRequired(db, me.user_id)))
      fail('action_invalid', {
        message: 'Bạn phải có ít nhất một cách xác minh: hãy thêm cách khác trước khi gỡ cách này.',
      })
    await db
      .deleteFrom('second_factor')
      .where('user_id', '=', me.user_id)
      // Recovery codes replace a factor; without any factor they prove nothing.
      .$if(!is_last, (query) => query.where('factor_id', '=', factor_id))
      .execute()
    return null
  },

  newCodes: async ({ db, me, fail }) => {
    // Codes that were made at the same time must not all stay valid, nor any after the last factor was removed.
    await lockOwnFactors(db, me)
    const factors = await factorsOf(db, me.user_id)
    if (factors.length === 0) fail('action_invalid', { message: 'Hãy thêm một cách xác minh trước.' })
    return { recovery_codes: await renewRecoveryCodes(db, me.user_id) }
  },

  seen: async ({ db, me, input: { reset_id } }) => {
    await db
      .updateTable('factor_reset')
      .set({ seen_at: sql`now()` })
      .where('reset_id', '=', reset_id)
      .where('user_id', '=', me.user_id)
      .where('seen_at', 'is', null)
      .execute()
    return null
  },
})

const committed = { commit: true }

type Guesser = Pick<Context<typeof secondFactor.prove>, 'db' | 'me' | 'request'>

/** Limits guesses of codes and passwords. */
async function countGuess(guesser: Guesser, fail: Fail<'too_many_attempts'>): Promise<void> {
  const { db, me } = guesser
  if ((await countTry(db, me.user_name, await guessesOf(guesser))) >= max_failures) fail('too_many_attempts')
}

/**
 * Sessions that are signed in, and browsers from which a factor was proved before, have counts of their own: somebody who only has the password does
 * not lock them out.
 */
async function guessesOf({ db, me, request }: Guesser): Promise<string> {
  if (!me.must_prove) return `second_factor ${me.session_id}`
  const device = request.cookie('device')
  const is_own = device !== null && (await hasProvedFactor(db, me.user_id, device))
  return is_own ? `second_factor ${hashOf(device).toString('base64url')}` : 'second_factor'
}

async function prove({ db, me, request, input, fail }: Context<typeof secondFactor.prove>) {
  const { code, password, passkey } = input
  if (passkey != null) {
    if (!(await acceptPasskey(db, me, request, passkey))) fail('passkey_refused', undefined, committed)
  } else if (code != null && me.has_factor) {
    await countGuess({ db, me, request }, fail)
    if (!(await isCodeRight(db, me, code))) fail('factor_code_wrong', undefined, committed)
  } else if (password != null && !me.has_factor) {
    await countGuess({ db, me, request }, fail)
  } else fail('request_invalid', { fields: { [me.has_factor ? 'code' : 'password']: 'Không được để trống' } })
  const key = password == null || me.has_factor ? null : await ownPasswordKey(db, me, password)
  if (!(await proveSession(db, request.token!, key))) fail('proof_wrong', undefined, committed)
  await deleteTries(db, me.user_name, await guessesOf({ db, me, request }))
  const device = request.cookie('device')
  if (me.has_factor && device !== null) await rememberProof(db, me.user_id, device)
  return null
}

async function ownPasswordKey(db: Db, { user_id }: Me, password: string): Promise<Buffer> {
  const { password_hash } = await db
    .selectFrom('app_user') // unscoped: the person's own row
    .select('password_hash')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return passwordKey(password_hash, password)
}

/** A code of an authenticator app or a recovery code, recognised by its format. */
async function isCodeRight(db: Db, { user_id }: Me, typed: string): Promise<boolean> {
  const digits = typed.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return spendRecoveryCode(db, user_id, typed)
  const applications = await db
    .selectFrom('second_factor')
    .select(['factor_id', 'user_id', 'secret'])
    .where('user_id', '=', user_id)
    .where('kind', '=', 'totp')
    .where('confirmed_at', 'is not', null)
    .execute()
  for (const application of applications)
    if (await acceptTotp(db, { ...application, secret: application.secret! }, digits)) return true
  return false
}

/** Locks the person's row, so that simultaneous changes of their factors run one after the other. */
async function lockOwnFactors(db: Db, { user_id }: Me): Promise<void> {
  await sql`select from app_user where user_id = ${user_id} for no key update`.execute(db) // unscoped: the person's own row
}

/**
 * With the first factor: creates recovery codes, which are shown once, and ends all other sessions, which were opened without it. Null with every
 * further factor.
 */
async function finishEnrolment(guesser: Guesser): Promise<string[] | null> {
  const { db, me } = guesser
  await lockOwnFactors(db, me)
  await deleteTries(db, me.user_name, await guessesOf(guesser))
  const has_codes = await db
    .selectFrom('second_factor')
    .select('factor_id')
    .where('user_id', '=', me.user_id)
    .where('kind', '=', 'recovery')
    .limit(1)
    .executeTakeFirst()
  if (has_codes) return null
  await endSessions(db, me.user_id, { except: me.session_id })
  return renewRecoveryCodes(db, me.user_id)
}
