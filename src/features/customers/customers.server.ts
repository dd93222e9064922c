import type { Area } from '#server/area.ts'
import { groupVip } from './group-vip/group-vip.contract.ts'
import { cashback } from './cashback/cashback.contract.ts'
import { cashbackJob } from './cashback/cashback.jobs.ts'
import cashbacks from './cashback/cashback.server.ts'
import cashbackWaiting from './cashback/cashback-waiting.server.ts'
import fees from './fee/fee-calls.server.ts'
import groups from './group-vip/group-vip.server.ts'
import members from './group-vip-account/group-vip-account.server.ts'
import personalData from './personal-data/personal-data.server.ts'
import { cashbackPage, customerGroupPage, personalDataPage } from './pages.contract.ts'

export default {
  menu: [{ title: 'Khách hàng', icon: 'users', pages: [customerGroupPage, cashbackPage, personalDataPage] }],
  services: [groups, members, fees, cashbacks, cashbackWaiting, personalData],
  quickActs: [
    { page: customerGroupPage, call: groupVip.add },
    { page: cashbackPage, call: cashback.add },
  ],
  cronJobs: (context) => [cashbackJob(context)],
} satisfies Area
