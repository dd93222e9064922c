import type { Area } from '#server/area.ts'
import { cashbackJob } from './cashback/cashback.jobs.ts'
import cashbacks from './cashback/cashback.server.ts'
import fees from './fee/fee-calls.server.ts'
import groups from './group-vip/group-vip.server.ts'
import members from './group-vip-account/group-vip-account.server.ts'
import { cashbackPage, customerGroupPage } from './pages.contract.ts'

export default {
  menu: [{ title: 'Khách hàng', icon: 'users', pages: [customerGroupPage, cashbackPage] }],
  services: [groups, members, fees, cashbacks],
  cronJobs: (context) => [cashbackJob(context)],
} satisfies Area
