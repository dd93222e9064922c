/**
 * MoMo's protocol. MoMo documents the signatures of requests and notifications; that answers are signed alike, and
 * the list of a day, are assumptions to be settled with MoMo: docs/gateways.md.
 */
import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import * as z from 'zod/mini'
import { DayPage, max_page_bytes } from './day-list.ts'
import type { Receiver } from './gateway.ts'
import { type Caller, fault, readAs } from './http.ts'
import type { MomoSettings } from './settings.ts'
import { answerText, byName, hmac, isSignedBy } from './signature.ts'

const BaseAnswer = z.object({
  partnerCode: z.string(),
  orderId: z.string(),
  requestId: z.string(),
  responseTime: z.int(),
  resultCode: z.int(),
  message: z.string(),
  signature: z.string(),
})
const PaymentAnswer = z.extend(BaseAnswer, {
  amount: z.int(),
  transId: z.nullable(z.union([z.int(), z.string()])),
})
const BalanceAnswer = z.extend(BaseAnswer, { balance: z.int() })
const Ipn = z.extend(PaymentAnswer, {
  extraData: z.string(),
  orderInfo: z.string(),
  orderType: z.string(),
  payType: z.string(),
})

/** The fields that each message is signed over. */
const answer_fields = ['message', 'orderId', 'partnerCode', 'requestId', 'responseTime', 'resultCode']
const payment_fields = [...answer_fields, 'amount', 'transId']
const ipn_fields = [...payment_fields, 'extraData', 'orderInfo', 'orderType', 'payType']
const query_fields = ['orderId', 'partnerCode', 'requestId']
const verify_fields = [...query_fields, 'disbursementMethod', 'requestType']
const list_fields = ['after', 'day', 'partnerCode', 'requestId']

const operations = {
  pay: {
    path: '/disbursement/pay',
    signed: [...verify_fields, 'amount', 'extraData', 'orderInfo'],
    schema: PaymentAnswer,
    answer_signed: payment_fields,
  },
  query: { path: '/query', signed: query_fields, schema: PaymentAnswer, answer_signed: payment_fields },
  balance: {
    path: '/disbursement/balance',
    signed: query_fields,
    schema: BalanceAnswer,
    answer_signed: [...answer_fields, 'balance'],
  },
  verify: { path: '/disbursement/verify', signed: verify_fields, schema: BaseAnswer, answer_signed: answer_fields },
} as const

export type MomoAnswer = z.infer<typeof BaseAnswer>
export type PayAnswer = z.infer<typeof PaymentAnswer>
interface Answers {
  pay: PayAnswer
  query: PayAnswer
  balance: z.infer<typeof BalanceAnswer>
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
    /** The answer, where MoMo signed it and it has the keys of the request. Throws GatewayError. */
    post<O extends keyof Answers>(
      operation: O,
      fields: Fields,
      unsigned: Readonly<Record<string, string>> = {},
    ): Promise<Answers[O]> {
      const { path, signed, schema, answer_signed } = operations[operation]
      const request = { ...fields, partnerCode: partner_code }
      const signature = hmac(secret_key, textOf(request, signed))
      const body = JSON.stringify({ ...request, ...unsigned, lang: 'vi', signature })
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
      const request = { ...fields, partnerCode: partner_code }
      const signature = hmac(secret_key, textOf(request, list_fields))
      const url = `${base}/disbursement/list?${new URLSearchParams({ ...request, signature })}`
      return call({ operation: 'list', method: 'GET', url, max_bytes: max_page_bytes }, (answer) => {
        const text = answerText(answer.status, signature, answer.text)
        if (!isSignedBy(secret_key, text, answer.headers.get('x-signature'))) throw fault('signature')
        return readAs(DayPage, answer.json)
      })
    },

    /** A notification; null when it is not from MoMo. */
    readIpn(body: unknown): z.infer<typeof Ipn> | null {
      const { success, data } = z.safeParse(Ipn, body)
      return success && isOurs(data, ipn_fields) ? data : null
    },

    /** The receiver, encrypted for MoMo; null when it is longer than the key can encrypt. */
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

/** The padding of a block. */
const pkcs1_bytes = 11
