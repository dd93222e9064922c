/**
 * One interface for all gateways that move money outside. They are called from background jobs only, never inside a
 * transaction, and an answer that did not come is 'unknown', never 'failed'.
 */

/** The gateways by name; limits, fees, funds and ledger accounts begin with it. */
export type GatewayName = 'bank' | 'momo' | 'telecom'

/**
 * Who is paid: a wallet of MoMo or of the telecom, or an account at the bank with this NAPAS BIN. Names are as the receiver's bank writes
 * them.
 */
export type Receiver =
  | { kind: 'wallet'; msisdn: string; name: string }
  | { kind: 'bank'; bin: string; account_number: string; account_name: string }

/**
 * An order to pay. Both keys are kept before anything is sent; sent again with the same keys, the gateway pays once.
 */
export interface PayoutOrder {
  order_id: string
  request_id: string
  /** đồng */
  amount: number
  to: Receiver
  /** The text that the receiver reads. */
  content: string
}

export interface PayoutAnswer {
  /**
   * paid and failed are final. unknown: it may have been paid or may be yet, so the same keys are queried again.
   * unsent: this call sent nothing, because of too many faults or too many calls.
   */
  outcome: 'paid' | 'failed' | 'unknown' | 'unsent'
  /**
   * The gateway's own code. Of an answer that did not come or cannot be trusted: 'timeout', 'network', 'signature',
   * 'mismatch', 'breaker', 'limit'; of an order that we never sent, because no gateway would take it: 'amount',
   * 'receiver'.
   */
  code: string
  /** The message for staff, in Vietnamese. */
  message: string
  /** The gateway's number of the payment. */
  trans_id: string | null
}

/** A line of a gateway's list of a day: a payment out of the fund, or money put into it. */
export interface GatewayLine {
  kind: 'payout' | 'fund_in'
  /** Our key; of money put in, the gateway's. */
  order_id: string
  trans_id: string
  amount: number
  fee: number
  status: 'paid' | 'failed' | 'pending'
  /** The receiver: a wallet by its msisdn, or a bank account as BIN/number. */
  account: string
  /** ISO 8601 with its offset. */
  at: string
}

export interface PayoutGateway {
  /** Pays, unless these keys were paid before. Never throws. */
  pay(order: PayoutOrder): Promise<PayoutAnswer>
  /**
   * The state of an order that may have been sent. 'absent': the gateway has not seen it, so it may be sent with the
   * same keys; that is no failure, because an earlier request may still arrive. Never 'unsent', never throws.
   */
  query(order: PayoutOrder): Promise<PayoutAnswer | 'absent'>
  /** The balance of the fund, in đồng. @throws GatewayError when there is no trustworthy answer */
  balance(): Promise<number>
  /** Everything of a day in Viet Nam. Throws GatewayError. */
  linesOf(day: string): Promise<GatewayLine[]>
}

/** A credit (amount > 0) or debit (amount < 0) on an account of the business. */
export interface StatementLine {
  /** The bank's number of it, unique on the account: 'FT26325…'. */
  reference: string
  at: string
  /** đồng */
  amount: number
  content: string
  /** The account and name of the other side, where the bank has them. */
  counter_account: string | null
  counter_name: string | null
}

/** Reads the account statement of one bank. */
export interface StatementReader {
  /**
   * Lines after this one (all that the bank still has without it), in the bank's order, and the balance after the
   * last. Throws GatewayError.
   */
  linesAfter(account_number: string, reference: string | null): Promise<{ lines: StatementLine[]; balance: number }>
}

/** The gateway gave no answer that can be trusted; nothing is known from it. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
