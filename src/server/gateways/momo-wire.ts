/**
 * How MoMo is spoken to. MoMo documents the signatures of requests and notifications; that answers are signed alike, and the list of a day,
 * are assumptions to be settled with MoMo: docs/gateways.md.
 */
import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import * as z from 'zod/mini'
import { DayPage, most_page_bytes } from './day-list.ts'
import type { Receiver } from './gateway.ts'
import { type Caller, fault, readAs } from './http.ts'
import type { MomoSettings } from './settings.ts'
import { answerText, byName, hmac, isSignedBy } from './signature.ts'

const Answered = z.object({
  partnerCode: z.string(),
  orderId: z.string(),
  requestId: z.string(),
  responseTime: z.int(),
  resultCode: z.int(),
  message: z.string(),
  signature: z.string(),
})
const Paid = z.extend(Answered, {
  amount: z.int(),
  transId: z.nullable(z.union([z.int(), z.string()])),
})
const Balanced = z.extend(Answered, { balance: z.int() })
const Ipn = z.extend(Paid, {
  extraData: z.string(),
  orderInfo: z.string(),
  orderType: z.string(),
  payType: z.string(),
})

const answered = ['message', 'orderId', 'partnerCode', 'requestId', 'responseTime', 'resultCode']
const paid = [...answered, 'amount', 'transId']
const notified = [...paid, 'extraData', 'orderInfo', 'orderType', 'payType']
const asked = ['orderId', 'partnerCode', 'requestId']
const verified = [...asked, 'disbursementMethod', 'requestType']
const listed = ['after', 'day', 'partnerCode', 'requestId']

const operations = {
  pay: {
    path: '/disbursement/pay',
    signed: [...verified, 'amount', 'extraData', 'orderInfo'],
    schema: Paid,
    answer_signed: paid,
  },
  ask: { path: '/query', signed: asked, schema: Paid, answer_signed: paid },
  balance: {
    path: '/disbursement/balance',
    signed: asked,
    schema: Balanced,
    answer_signed: [...answered, 'balance'],
  },
  verify: { path: '/disbursement/verify', signed: verified, schema: Answered, answer_signed: answered },
} as const

export type MomoAnswer = z.infer<typeof Answered>
export type PayAnswer = z.infer<typeof Paid>
interface Answers {
  pay: PayAnswer
  ask: PayAnswer
  balance: z.infer<typeof Balanced>
  verify: MomoAnswer
}

interface Fields {
  orderId: string
  requestId: string
  [name: string]: string | number
}

export function momoWire({ endpoint, partner_code, access_key, secret_key, public_key }: MomoSettings, call: Caller) {
  const base = `${endpoint}/v2/gateway/api`
  const key = createPublicKey(public_key)
  const textOf = (fields: Readonly<Record<string, unknown>>, names: readonly string[]) =>
    byName({ ...fields, accessKey: access_key }, ['accessKey', ...names])
  const isOurs = (answer: Readonly<Record<string, unknown>>, names: readonly string[]) =>
    isSignedBy(secret_key, textOf(answer, names), answer['signature']) && answer['partnerCode'] === partner_code

  return {
    /** The answer, when it is signed by MoMo and speaks of what was asked. Throws GatewayError. */
    post<O extends keyof Answers>(
      operation: O,
      fields: Fields,
      unsigned: Readonly<Record<string, string>> = {},
    ): Promise<Answers[O]> {
      const { path, signed, schema, answer_signed } = operations[operation]
      const whole = { ...fields, partnerCode: partner_code }
      const signature = hmac(secret_key, textOf(whole, signed))
      const body = JSON.stringify({ ...whole, ...unsigned, lang: 'vi', signature })
      const headers = { 'content-type': 'application/json; charset=utf-8' }
      return call({ operation, method: 'POST', url: base + path, headers, body }, ({ json }) => {
        const answer = readAs<z.ZodMiniType<MomoAnswer>>(schema, json)
        if (!isOurs(answer, answer_signed)) throw fault('signature')
        if (answer.orderId !== fields.orderId || answer.requestId !== fields.requestId) throw fault('mismatch')
        return answer as Answers[O]
      })
    },

    /** One page of the list of a day. Throws GatewayError. */
    page(fields: { day: string; after: string; requestId: string }): Promise<z.infer<typeof DayPage>> {
      const whole = { ...fields, partnerCode: partner_code }
      const signature = hmac(secret_key, textOf(whole, listed))
      const url = `${base}/disbursement/list?${new URLSearchParams({ ...whole, signature })}`
      return call({ operation: 'list', method: 'GET', url, most_bytes: most_page_bytes }, (answer) => {
        const text = answerText(answer.status, signature, answer.text)
        if (!isSignedBy(secret_key, text, answer.headers.get('x-signature'))) throw fault('signature')
        return readAs(DayPage, answer.json)
      })
    },

    /** What MoMo sent by itself; null when it is not from MoMo. */
    readIpn(body: unknown): z.infer<typeof Ipn> | null {
      const { success, data } = z.safeParse(Ipn, body)
      return success && isOurs(data, notified) ? data : null
    },

    /** The receiver, for MoMo's eyes only; null when there is more to tell than the key has room for. */
    methodOf(to: Receiver): string | null {
      const block =
        to.kind === 'wallet'
          ? { walletId: to.msisdn.replace(/^84/, '0'), walletName: to.name, personalId: null }
          : { bankAccountNo: to.account_number, bankAccountHolderName: to.account_name, bankCode: to.bin }
      const bytes = Buffer.from(JSON.stringify(block))
      if (bytes.length > key.asymmetricKeyDetails!.modulusLength! / 8 - pkcs1_bytes) return null
      return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, bytes).toString('base64')
    },
  }
}

/** The padding's share of a block. */
const pkcs1_bytes = 11
