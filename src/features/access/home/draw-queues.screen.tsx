/** Work after a draw: entering its result a second time, and approving what was won. */
import { isHeadOffice } from '#contract/person.ts'
import type { Rights } from '#web/session/rights.ts'
import { resultPage } from '#features/results/pages.contract.ts'
import { result } from '#features/results/result/draw-result.contract.ts'
import { resultStatus } from '#features/results/result/drawn-numbers.contract.ts'
import { rewardPage } from '#features/rewards/pages.contract.ts'
import { push } from '#features/rewards/push/push.contract.ts'
import { rewards, rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import { useQueue, type Queue } from './queue.screen.tsx'

export function useDrawQueues({ can, me }: Rights): Queue[] {
  const { entered } = resultStatus
  const { waiting } = rewardStatus
  const results = useQueue(
    isHeadOffice(me) && can(result.confirm) && can(result.list),
    result.list,
    { status: entered },
    {
      url: resultPage.url,
      search: { status: String(entered) },
      title: 'Kết quả chờ xác nhận',
      explanation: 'Người thứ hai nhập lại thì mới tính thưởng',
    },
  )
  const prizes = useQueue(
    isHeadOffice(me) && can(push.approve) && can(rewards.list),
    rewards.list,
    { status_push: waiting },
    {
      url: rewardPage.url,
      search: { status_push: String(waiting) },
      title: 'Giải thưởng chờ duyệt',
      sum: 'net',
      explanation: 'Khách nhận thưởng khi bạn duyệt',
    },
  )
  return [...results, ...prizes]
}
