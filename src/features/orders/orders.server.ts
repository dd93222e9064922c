import type { Area } from '#server/area.ts'
import { deleteOldRequests, orderJobs } from './intake/intake.jobs.ts'
import transactions from './order/order.server.ts'
import { orderSearch } from './order/order-search.server.ts'
import { ordersFingerprint } from './order/orders-fingerprint.server.ts'
import { order_pictures } from './order/order-pictures.server.ts'
import { heldPage, onlinePage, refundPage, transactionPage } from './pages.contract.ts'
import { orders_due } from './process/orders-due.server.ts'
import transactionProcess from './process/process.server.ts'
import { cancelledDrawJobs } from './refund/cancelled-draw.jobs.ts'
import cancelledDraws from './refund/cancelled-draw.server.ts'
import refunds from './refund/refund.server.ts'
import { webhookJobs } from './webhook/webhook.jobs.ts'

export default {
  menu: [{ title: 'Giao dịch', icon: 'list', pages: [transactionPage, onlinePage, heldPage, refundPage] }],
  services: [transactions, transactionProcess, refunds, cancelledDraws],
  search: [orderSearch],
  fingerprints: { orders: ordersFingerprint },
  queuedJobs: cancelledDrawJobs,
  cronJobs: (context) => [...orderJobs(context), ...webhookJobs(context)],
  privateFolders: order_pictures,
  dues: [orders_due],
  chores: ({ main }) => [() => deleteOldRequests(main)],
} satisfies Area
