/** A till for tests: a device of a point of sale that sends signed HTTP requests as any client would. */
import { randomUUID, type KeyObject } from 'node:crypto'
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { Failure } from '#contract/errors.ts'
import { toQuery } from '#contract/wire.ts'
import { signatureOf } from '../simulate/signing.ts'
import type { Office } from './office.ts'
import type { SellingPos } from './orders.ts'

export interface TillAnswer {
  status: number
  headers: Headers
  body: { error: { code: number; message: string }; data: unknown }
}

interface TillRequest {
  method: string
  path: string
  body?: string | Uint8Array<ArrayBuffer>
}

/** Deviations from a correctly signed request. */
export interface Forgery {
  device_code?: string
  private_key?: KeyObject
  /** Offset of the timestamp from now, in seconds. */
  apart?: number
  headers?: Record<string, string | null>
  /** Request parts that are signed instead of the ones sent. */
  over?: Partial<TillRequest>
}

/** A device that signs its requests with its key, or forges a part of them. */
export function openTill(
  { url }: Pick<Office, 'url'>,
  { device_code, private_key }: Pick<SellingPos, 'device_code' | 'private_key'>,
) {
  async function send(request: TillRequest, forged: Forgery = {}): Promise<TillAnswer> {
    const { method, path, body } = request
    const signed = { ...request, ...forged.over }
    const timestamp = Math.floor(Date.now() / 1_000) + (forged.apart ?? 0)
    const headers: Record<string, string | null> = {
      ...signatureOf(signed, { device_code, private_key, ...forged }, timestamp),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...forged.headers,
    }
    const sent_headers = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null)
    const response = await fetch(url + path, {
      method,
      headers: Object.fromEntries(sent_headers),
      ...(body === undefined ? {} : { body }),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as TillAnswer['body'] }
  }

  const raw = (call: Call, input: Record<string, unknown>, forged?: Forgery) =>
    call.method === 'GET'
      ? send({ method: 'GET', path: `${call.path}?${toQuery(input)}` }, forged)
      : send({ method: call.method, path: call.path, body: JSON.stringify(input) }, forged)

  return {
    send,
    raw,
    /** Throws the Failure when the call is refused. Generates a transid unless one is given. */
    async call<C extends Call>(
      call: C,
      input: Omit<InputOf<C>, 'transid'> & { transid?: string },
    ): Promise<AnswerOf<C>> {
      const { body } = await raw(call, call.kind === 'write' ? { transid: randomUUID(), ...input } : { ...input })
      if (body.error.code !== 0) throw new Failure(body.error, body.data as Failure['data'])
      return body.data as AnswerOf<C>
    },
  }
}
