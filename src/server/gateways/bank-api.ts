/**
 * The plain HTTP API that payouts by bank and statements are spoken over: docs/gateways.md. Requests and answers are
 * signed as a whole.
 */
import * as z from 'zod/mini'
import { GatewayError } from './gateway.ts'
import { type Caller, fault, readAs, type Request } from './http.ts'
import type { BankSettings } from './settings.ts'
import { answerText, hmac, isSignedBy, requestText } from './signature.ts'

interface BankRequest extends Pick<Request, 'operation' | 'method' | 'body' | 'max_bytes'> {
  /** The path with its query. */
  path: string
}

/** The answer to a request that is not carried out. */
export const Refusal = z.object({ code: z.string(), message: z.string() })

/** The answer's data. @throws GatewayError with the gateway's own code and message when it refuses */
export function readAnswered<S extends z.core.$ZodType>(schema: S, json: unknown, status: number): z.output<S> {
  if (status === 200) return readAs(schema, json)
  const { code, message } = readAs(Refusal, json)
  throw new GatewayError(code, message)
}

export type BankApi = <T>(request: BankRequest, read: (json: unknown, status: number) => T) => Promise<T>

export function bankApi(call: Caller, { endpoint, client_id, secret }: BankSettings): BankApi {
  return ({ path, ...request }, read) => {
    const timestamp = new Date().toISOString()
    const signature = hmac(secret, requestText(request.method, path, timestamp, request.body ?? ''))
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'x-client-id': client_id,
      'x-timestamp': timestamp,
      'x-signature': signature,
    }
    return call({ ...request, url: endpoint + path, headers }, ({ status, text, json, headers: answer_headers }) => {
      if (!isSignedBy(secret, answerText(status, signature, text), answer_headers.get('x-signature')))
        throw fault('signature')
      return read(json, status)
    })
  }
}
