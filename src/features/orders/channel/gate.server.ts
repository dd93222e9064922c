/** Who may come in: a device that signs, as often as one may ask. Strangers who try signatures are turned away before those who are known. */
import type { FastifyRequest } from 'fastify'
import { errors, Failure } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import { ComeBack } from '#server/come-back.ts'
import { networkOf } from '#server/network.ts'
import { allowance } from '#server/rate.ts'
import { openAcquaintance } from './acquaintance.server.ts'
import { openBuckets } from './buckets.server.ts'
import { openKeyring, type SignedDevice } from './keyring.server.ts'

/** @throws Failure where the request is not let in. */
export function openGate(db: Db) {
  const whoSigned = openKeyring(db)
  const acquaintance = openAcquaintance()
  const [tries, allows] = [openBuckets(), openBuckets()]
  return async function whoAsks(request: FastifyRequest, body: Uint8Array): Promise<SignedDevice> {
    const { 'x-device': named, 'x-timestamp': timestamp, 'x-signature': signature } = request.headers
    const place = networkOf(request.ip)
    // Looking at a signature costs a query: of strangers at one address only so many are looked at, right or wrong.
    const may_try = acquaintance.knows(named, place)
      ? tries(`${place} ${String(named)}`)
      : allowance('channel', request.ip)
    if (!may_try) throw tooFast()
    const { method, url } = request.raw
    const device = await whoSigned({ device: named, timestamp, signature, method: method!, path: url!, body })
    if (!device) throw notAccepted()
    acquaintance.meet(named, place)
    if (!allows(device.device_id)) throw tooFast()
    return device
  }
}

const tooFast = () => new ComeBack(429, 1)

/** Nothing tells what was wrong: the device, its shop, the moment or the signature. */
const notAccepted = () => new Failure({ code: errors.token_invalid[0], message: 'Yêu cầu không được chấp nhận.' })
