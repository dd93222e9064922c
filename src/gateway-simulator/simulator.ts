/**
 * Simulator of MoMo, a bank, a telecom's mobile money and two sources of draw results, with injectable faults, for tests, drills and demonstrations.
 * It shares no code with the program, so that each checks the other: docs/gateways.md.
 */
import type { AddressInfo } from 'node:net'
import { bankRoutes } from './bank.ts'
import { differences, type Gateway, gateways, openJournal, type Order } from './journal.ts'
import { type Control, controlRoutes, type Totals } from './control.ts'
import { injectDifference } from './day-list.ts'
import { type Feeds, feedRoutes, feedsOf } from './feed.ts'
import { createHttpServer } from './http-server.ts'
import { checkFaults, type Faults } from './faults.ts'
import { loadOrMakeKeys } from './keys.ts'
import { momoRoutes } from './momo.ts'
import { type Notice, openNotifier } from './notifier.ts'
import { telecomRoutes } from './telecom.ts'
import { type Delays, momentOf, type SimulatorState } from './state.ts'

export interface SimulatorOptions extends Partial<Delays> {
  /** Listen address and port; port 0 chooses a free one. */
  host?: string
  port?: number
  /** Directory of journal and keys; without it everything is kept in memory. */
  dir?: string
  seed?: string
  faults?: Faults
  /** Initial balance of each fund, in đồng. */
  funds?: Partial<Record<Gateway, number>>
  /** Fee per payment, in đồng. */
  fees?: Partial<Record<Gateway, number>>
  /** Lines on a page of a list or statement. */
  page_size?: number
  now?: () => number
}

export interface Simulator extends Control {
  url: string
  /** Environment variables for the program. */
  settings: Record<string, string>
  /** Addresses and keys of the two sources of results, for the settings screen. */
  feeds: Feeds
  close(): Promise<void>
}

const default_delays: Delays = {
  delay_ms: 500,
  settle_ms: 2_000,
  processing_ms: 0,
  ipn_delay_ms: 50,
  ipn_late_ms: 5_000,
  ipn_retry_ms: 1_000,
  feed_delay_ms: 20_000,
  feed_late_ms: 600_000,
}
const default_fund = 10_000_000_000

/** Starts the simulated gateways; without `dir` they forget everything when they end. */
export async function openSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const {
    host = '127.0.0.1',
    port = 0,
    dir = null,
    seed = '1',
    faults = {},
    funds,
    fees,
    page_size = 1_000,
    now = Date.now,
    ...delays
  } = options
  const closing = new AbortController()
  const notices: Notice[] = []
  const journal = openJournal(dir)
  const state: SimulatorState = {
    journal,
    keys: loadOrMakeKeys(dir),
    delays: { ...default_delays, ...delays },
    fees: { momo: 0, bank: 0, telecom: 0, ...fees },
    page_size,
    closing: closing.signal,
    faults: checkFaults(faults),
    seed,
    now,
    settle(order) {
      if (order.status !== 'pending') return
      journal.settle(order, momentOf(now()))
      notify(order)
    },
    settleLater: (order) =>
      void setTimeout(() => closing.signal.aborted || state.settle(order), state.delays.settle_ms).unref(),
  }
  const notify = openNotifier(state, notices)
  const control = controlOf(state, notices)
  for (const gateway of gateways)
    if (!journal.funds().some((fund) => fund.gateway === gateway))
      control.fund({ gateway, amount: funds?.[gateway] ?? default_fund })
  // Orders that were pending when the simulator was stopped.
  for (const order of journal.orders()) if (order.status === 'pending') state.settleLater(order)

  const server = createHttpServer(state, [
    ...momoRoutes(state),
    ...bankRoutes(state),
    ...telecomRoutes(state),
    ...feedRoutes(state),
    ...controlRoutes(control),
  ])
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const url = `http://${host}:${(server.address() as AddressInfo).port}`
  return {
    ...control,
    url,
    settings: settingsOf(state, url),
    feeds: feedsOf(state, url),
    async close() {
      closing.abort()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      journal.close()
    },
  }
}

function controlOf(state: SimulatorState, notices: Notice[]): Control {
  const { journal, now } = state
  const number = () => String(journal.number()).padStart(9, '0')
  return {
    faults: () => state.faults,
    setFaults: (faults) => (state.faults = checkFaults(faults)),
    orders: () => journal.orders(),
    totals: () => ({
      momo: totalsOf(state, 'momo'),
      bank: totalsOf(state, 'bank'),
      telecom: totalsOf(state, 'telecom'),
    }),
    notices: () => notices,
    fund: ({ gateway, amount }) => journal.fund({ gateway, amount, trans_id: `FUND${number()}`, at: momentOf(now()) }),
    addPastPayment(past) {
      if (journal.byOrder(past.gateway, past.order_id)) return
      const paid_result = { status: 'paid', code: '0' } as const
      const order = journal.accept({ ...past, fee: 0, content: '', ipn_url: null, status: 'pending', due: paid_result })
      journal.settle(order, past.at)
    },
    credit(incoming) {
      const line = {
        reference: `FT${number()}`,
        at: momentOf(now()),
        counter_account: null,
        counter_name: null,
        ...incoming,
      }
      const existing = journal
        .credits()
        .find(({ account, reference }) => account === line.account && reference === line.reference)
      if (existing) return existing
      journal.credit(line)
      return line
    },
    subscribe(subscribers) {
      for (const { msisdn, name } of subscribers)
        if (journal.subscriber(msisdn)?.name !== name) journal.subscribe({ msisdn, name })
    },
    injectDifference(difference) {
      if (!differences.includes(difference.kind)) throw new Error(`no such difference: ${String(difference.kind)}`)
      return injectDifference(state, difference)
    },
    settle: () => journal.orders().forEach((order) => state.settle(order)),
  }
}

function totalsOf({ journal }: SimulatorState, gateway: Gateway): Totals {
  const orders = journal.orders().filter((order) => order.gateway === gateway)
  const payments = journal.payments().filter((order) => order.gateway === gateway)
  const count = (status: Order['status']) => orders.filter((order) => order.status === status).length
  return {
    orders: orders.length,
    paid: payments.length,
    paid_amount: payments.reduce((sum, { amount }) => sum + amount, 0),
    failed: count('failed'),
    pending: count('pending'),
    balance: journal.balance(gateway),
  }
}

function settingsOf({ keys }: SimulatorState, url: string): Record<string, string> {
  return {
    MOMO_ENDPOINT: url,
    MOMO_PARTNER_CODE: keys.partner_code,
    MOMO_ACCESS_KEY: keys.access_key,
    MOMO_SECRET_KEY: keys.secret_key,
    MOMO_PUBLIC_KEY: keys.public_key.replaceAll(/-----[^-]+-----|\n/g, ''),
    BANK_ENDPOINT: url,
    BANK_CLIENT_ID: keys.client_id,
    BANK_SECRET: keys.bank_secret,
    TELECOM_ENDPOINT: url,
    TELECOM_CLIENT_ID: keys.telecom_client_id,
    TELECOM_SECRET: keys.telecom_secret,
  }
}
