/** Passkeys (WebAuthn): challenges for the browser's authenticator, each answered once, and verifying the answers. */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { RequestInfo } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'

const challenge_minutes = 5
/** EdDSA, ES256, RS256: the algorithms of authenticators in use. */
const algorithm_ids = [-8, -7, -257]

/** Passkeys are bound to the host name under which the page was opened. */
const hostOf = ({ origins }: RequestInfo) => new URL(origins[0]!).hostname

async function passkeysOf(db: Db, me: Me) {
  const keys = await db
    .selectFrom('second_factor')
    .select(['factor_id', 'credential_id', 'public_key', 'sign_count', 'transports'])
    .where('user_id', '=', me.user_id)
    .where('kind', '=', 'passkey')
    .execute()
  return keys.map((key) => ({ ...key, id: key.credential_id! }))
}

/** The challenge is stored with the session: an answer given in another session is refused. */
async function keepChallenge(db: Db, { session_id }: Me, challenge: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ challenge, challenge_at: sql`now()` })
    .where('session_id', '=', session_id)
    .execute()
}

async function takeChallenge(db: Db, { session_id }: Me): Promise<string | null> {
  const { rows } = await sql<{ challenge: string | null }>`
    update session s set challenge = null from (
      select session_id, challenge from session where session_id = ${session_id}
        and challenge_at > now() - make_interval(mins => ${challenge_minutes}) for update) old
    where s.session_id = old.session_id returning old.challenge`.execute(db)
  return rows[0]?.challenge ?? null
}

/** A challenge for one of the person's passkeys; null when they have none. */
export async function passkeyQuestion(db: Db, me: Me, request: RequestInfo): Promise<string | null> {
  const allowCredentials = await passkeysOf(db, me)
  if (allowCredentials.length === 0) return null
  const options = await generateAuthenticationOptions({
    rpID: hostOf(request),
    allowCredentials: allowCredentials.map(({ id, transports }) => ({ id, transports })),
  })
  await keepChallenge(db, me, options.challenge)
  return JSON.stringify(options)
}

/** Whether the answer proves one of the person's passkeys, which is then marked as used. */
export async function acceptPasskey(db: Db, me: Me, request: RequestInfo, answer: string): Promise<boolean> {
  const expectedChallenge = await takeChallenge(db, me)
  const response = parsed<AuthenticationResponseJSON>(answer)
  const key = (await passkeysOf(db, me)).find(({ id }) => id === response?.id)
  if (!expectedChallenge || !response || !key) return false
  const verification = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: [...request.origins],
    expectedRPID: hostOf(request),
    credential: { id: key.id, publicKey: new Uint8Array(key.public_key!), counter: key.sign_count },
    requireUserVerification: false,
  }).catch(refuseUnknownPasskey)
  if (!verification?.verified) return false
  await db
    .updateTable('second_factor')
    .set({ sign_count: verification.authenticationInfo.newCounter, used_at: sql`now()` })
    .where('factor_id', '=', key.factor_id)
    .execute()
  return true
}

/** A challenge for adding a passkey; existing ones are excluded. */
export async function newPasskeyQuestion(db: Db, me: Me, request: RequestInfo): Promise<string> {
  const options = await generateRegistrationOptions({
    rpName: 'Vé Số Back Office',
    rpID: hostOf(request),
    userName: me.user_name,
    userDisplayName: me.full_name,
    userID: new TextEncoder().encode(String(me.user_id)),
    supportedAlgorithmIDs: algorithm_ids,
    excludeCredentials: (await passkeysOf(db, me)).map(({ id, transports }) => ({ id, transports })),
  })
  await keepChallenge(db, me, options.challenge)
  return JSON.stringify(options)
}

export interface NewPasskey {
  credential_id: string
  public_key: Buffer
  sign_count: number
  transports: string[]
}

/** The new passkey in the answer; null when it does not answer this session's challenge. */
export async function newPasskey(db: Db, me: Me, request: RequestInfo, answer: string): Promise<NewPasskey | null> {
  const expectedChallenge = await takeChallenge(db, me)
  const response = parsed<RegistrationResponseJSON>(answer)
  if (!expectedChallenge || !response) return null
  const verification = await verifyRegistrationResponse({
    supportedAlgorithmIDs: algorithm_ids,
    response,
    expectedChallenge,
    expectedOrigin: [...request.origins],
    expectedRPID: hostOf(request),
    requireUserVerification: false,
  }).catch(refuseUnknownPasskey)
  if (!verification?.verified) return null
  const { id, publicKey, counter, transports = [] } = verification.registrationInfo.credential
  return { credential_id: id, public_key: Buffer.from(publicKey), sign_count: counter, transports }
}

/** The library throws for every invalid answer: that is a refusal, not a fault. */
function refuseUnknownPasskey() {
  return null
}

function parsed<T>(text: string): T | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as T) : null
  } catch {
    return null
  }
}
