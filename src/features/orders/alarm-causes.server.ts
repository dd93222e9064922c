/** Causes of alarms: orders that wait for staff. */
import { rightKey } from '#contract/page.ts'
import { databaseNow } from '#server/database/clock.ts'
import type { Db } from '#server/database/transaction.ts'
import { programPerson } from '#server/session/program-person.ts'
import { queueCause, type AlarmCause } from '#features/settings/alarm/alarm-cause.rules.ts'
import type { Limits } from '#features/settings/alarm/alarm.rules.ts'
import { handling } from './order/order.contract.ts'
import { heldPage, onlinePage } from './pages.contract.ts'
import { openCounts } from './process/process.query.server.ts'

/** Sees both queues of orders. */
const processor = { ...programPerson, rights: new Set([onlinePage.view, heldPage.view].map(rightKey)) }

/** The queues of online orders and of held tickets. */
export async function waitingOrders(db: Db, limits: Limits): Promise<AlarmCause[]> {
  const queues = [
    { kind: handling.online, title: 'Đơn trực tuyến', url: onlinePage.url },
    { kind: handling.held, title: 'Đơn giữ vé', url: heldPage.url },
  ]
  const now = Date.parse(await databaseNow(db))
  const causes: AlarmCause[] = []
  for (const { kind, title, url } of queues) {
    const { waiting, oldest_at } = await openCounts(db, processor, kind, null)
    causes.push(...queueCause({ subject: `orders ${kind}`, title, url, waiting, oldest_at, unit: 'đơn' }, limits, now))
  }
  return causes
}
