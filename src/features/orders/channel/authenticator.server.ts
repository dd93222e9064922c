/**
 * Authenticates the requests of the channel: a known device has signed them, and stays within its rate limit. Addresses that try many unknown
 * signatures are refused before known devices are.
 */
import type { FastifyRequest } from 'fastify'
import { errors, Failure } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import { RetryLater } from '#server/http/retry-later.ts'
import { networkOf } from '#server/http/network.ts'
import { withinRateLimit } from '#server/http/rate-limit.ts'
import { recentSigners } from './recent-signers.server.ts'
import { tokenBuckets } from './token-buckets.server.ts'
import { openVerifier, type SignedDevice } from './verifier.server.ts'

/** @throws Failure where the request is refused. */
export function openAuthenticator(db: Db) {
  const verify = openVerifier(db)
  const recent = recentSigners()
  const mayTry = tokenBuckets()
  const mayCall = tokenBuckets()
  return async function authenticate(request: FastifyRequest, body: Uint8Array): Promise<SignedDevice> {
    const { 'x-device': device_name, 'x-timestamp': timestamp, 'x-signature': signature } = request.headers
    const network = networkOf(request.ip)
    // Verifying a signature costs a query, so the attempts of an unknown address are limited, right or wrong.
    const may_try = recent.has(device_name, network)
      ? mayTry(`${network} ${String(device_name)}`)
      : await withinRateLimit('channel', request.ip)
    if (!may_try) throw tooFast()
    const { method, url } = request.raw
    const device = await verify({ device: device_name, timestamp, signature, method: method!, path: url!, body })
    if (!device) throw notAccepted()
    recent.add(device_name, network)
    if (!mayCall(device.device_id)) throw tooFast()
    return device
  }
}

const tooFast = () => new RetryLater(429, 1)

/** The answer does not say what was wrong: the device, its point of sale, the time or the signature. */
const notAccepted = () => new Failure({ code: errors.token_invalid[0], message: 'Yêu cầu không được chấp nhận.' })
