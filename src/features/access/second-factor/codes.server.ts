/** Time-based codes (TOTP) and recovery codes: creating, encrypting and checking them; each is accepted once. */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Db } from '#server/database/transaction.ts'
import type { Me } from '#server/session/session.ts'
import { keyedDigest, encrypt, decrypt } from '#server/vault/vault.ts'

const issuer = 'Vé Số Back Office'
const period = 30
/** Codes of the neighbouring time steps are accepted too, because clocks differ. */
const window = 1

/** The secret is encrypted for one factor: copied to another row it cannot be decrypted. */
const secretContext = (user_id: number) => `totp of ${user_id}`

export function newTotp(me: Me): { secret: string; uri: string; sealed: Buffer } {
  const secret = new Secret({ size: 20 })
  const totp = new TOTP({ issuer, label: me.user_name, secret, period })
  return { secret: secret.base32, uri: totp.toString(), sealed: encrypt(secret.base32, secretContext(me.user_id)) }
}

/** The time step of this code; null when it belongs to none of the accepted steps. */
function stepOf(sealed: Buffer, user_id: number, token: string): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(decrypt(sealed, secretContext(user_id))), period })
  const delta = totp.validate({ token, window })
  return delta === null ? null : Math.floor(Date.now() / 1000 / period) + delta
}

/** Marks a factor as used by this code; of the same code sent twice only one succeeds. False when the code is wrong. */
export async function acceptTotp(
  db: Db,
  { factor_id, user_id, secret }: { factor_id: number; user_id: number; secret: Buffer },
  token: string,
): Promise<boolean> {
  const step = stepOf(secret, user_id, token)
  if (step === null) return false
  const updateResult = await db
    .updateTable('second_factor')
    .set({ last_step: step, used_at: sql`now()`, confirmed_at: sql`coalesce(confirmed_at, now())` })
    .where('factor_id', '=', factor_id)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return updateResult.numUpdatedRows > 0n
}

const code_count = 10
// Without characters that are easily confused on paper.
const unambiguous = '23456789abcdefghjkmnpqrstuvwxyz'

/** Replaces the recovery codes by ten new ones of about 50 bits each: 'k7fm-xw2p-9a'. */
export async function renewRecoveryCodes(db: Db, user_id: number): Promise<string[]> {
  const codes = Array.from({ length: code_count }, () =>
    Array.from({ length: 10 }, () => unambiguous[randomInt(unambiguous.length)]).join(''),
  )
  await db.deleteFrom('second_factor').where('user_id', '=', user_id).where('kind', '=', 'recovery').execute()
  await db
    .insertInto('second_factor')
    .values(
      codes.map((code) => ({ user_id, kind: 'recovery', factor_name: '', secret: keyedDigest(`${user_id} ${code}`) })),
    )
    .execute()
  return codes.map((code) => [code.slice(0, 4), code.slice(4, 8), code.slice(8)].join('-'))
}

/** Uses up a recovery code; false when it does not exist or was used before. */
export async function spendRecoveryCode(db: Db, user_id: number, typed: string): Promise<boolean> {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '')
  const usedCode = await db
    .updateTable('second_factor')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', user_id)
    .where('kind', '=', 'recovery')
    .where('secret', '=', keyedDigest(`${user_id} ${code}`))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return usedCode.numUpdatedRows > 0n
}
