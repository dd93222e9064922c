/** MoMo's notifications: sent shortly after a payment is settled, and retried until answered with 204, subject to faults. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Order } from './journal.ts'
import { pseudoRandom } from './pseudo-random.ts'
import { all_notification_faults, pickFault } from './faults.ts'
import { momoIpn } from './momo-protocol.ts'
import type { SimulatorState } from './state.ts'

const max_tries = 6
const timeout_ms = 15_000

export interface Notice {
  order_id: string
  tries: number
  is_acknowledged: boolean
}

/**
 * Returns what notifies the `ipn_url` of a settled order, if it has one; each notification is added to `notices` and
 * sent up to six times until it is answered with 204.
 */
export function openNotifier(state: SimulatorState, notices: Notice[]): (order: Order) => void {
  async function notify(order: Order): Promise<void> {
    const { ipn_delay_ms, ipn_late_ms } = state.delays
    const fault = pickFault(state.faults, all_notification_faults, state.seed, 'ipn', order.request_id)
    if (fault === 'ipn_lost') return
    const drawn = pseudoRandom(state.seed, 'late', order.request_id)
    await wait(fault === 'ipn_late' ? ipn_late_ms * drawn : ipn_delay_ms)
    if (fault === 'ipn_forged') await post(order, momoIpn(state, order, 'forged'), 1)
    const falsification =
      fault === 'ipn_wrong_amount' ? 'wrong_amount' : fault === 'ipn_contradiction' ? 'contradiction' : null
    const copies = fault === 'ipn_double' ? 2 + Math.floor(drawn * 4) : 1
    const body = momoIpn(state, order, falsification)
    await Promise.all(Array.from({ length: copies }, () => post(order, body, max_tries)))
  }

  async function post(order: Order, body: unknown, tries_left: number): Promise<void> {
    const notice: Notice = { order_id: order.order_id, tries: 0, is_acknowledged: false }
    notices.push(notice)
    while (notice.tries < tries_left && !notice.is_acknowledged) {
      if (notice.tries > 0) await wait(state.delays.ipn_retry_ms * 2 ** (notice.tries - 1))
      notice.tries++
      notice.is_acknowledged = await isAcknowledged(order.ipn_url!, body)
    }
  }

  async function isAcknowledged(url: string, body: unknown): Promise<boolean> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.any([AbortSignal.timeout(timeout_ms), state.closing]),
      })
      await response.body?.cancel()
      return response.status === 204
    } catch {
      return false
    }
  }

  const wait = (ms: number) => sleep(ms, undefined, { signal: state.closing, ref: false })
  return (order) => {
    // A notification is rejected only when the simulator closes.
    if (order.ipn_url) notify(order).catch(() => {})
  }
}
