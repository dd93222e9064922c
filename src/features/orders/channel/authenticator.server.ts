/** Who may come in: a device that signs, as often as one may ask. Strangers who try signatures are turned away before those who are known. */
import type { FastifyRequest } from 'fastify'
import { errors, Failure } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import { RetryLater } from '#server/retry-later.ts'
import { networkOf } from '#server/network.ts'
import { withinRateLimit } from '#server/rate-limit.ts'
import { recentSigners } from './recent-signers.server.ts'
import { tokenBuckets } from './token-buckets.server.ts'
import { openVerifier, type SignedDevice } from './verifier.server.ts'

/** @throws Failure where the request is not let in. */
export function openAuthenticator(db: Db) {
  const verify = openVerifier(db)
  const known = recentSigners()
  const [tries, allows] = [tokenBuckets(), tokenBuckets()]
  return async function authenticate(request: FastifyRequest, body: Uint8Array): Promise<SignedDevice> {
    const { 'x-device': named, 'x-timestamp': timestamp, 'x-signature': signature } = request.headers
    const place = networkOf(request.ip)
    // Looking at a signature costs a query: of strangers at one address only so many are looked at, right or wrong.
    const may_try = known.has(named, place)
      ? tries(`${place} ${String(named)}`)
      : withinRateLimit('channel', request.ip)
    if (!may_try) throw tooFast()
    const { method, url } = request.raw
    const device = await verify({ device: named, timestamp, signature, method: method!, path: url!, body })
    if (!device) throw notAccepted()
    known.add(named, place)
    if (!allows(device.device_id)) throw tooFast()
    return device
  }
}

const tooFast = () => new RetryLater(429, 1)

/** Nothing tells what was wrong: the device, its shop, the moment or the signature. */
const notAccepted = () => new Failure({ code: errors.token_invalid[0], message: 'Yêu cầu không được chấp nhận.' })
