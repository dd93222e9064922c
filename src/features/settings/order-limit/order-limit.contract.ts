/** How long an order waits for payment and processing, how long faults can be reported, and how many days a search may span. */
import * as z from 'zod/mini'
import { calls, read, write } from '#contract/call.ts'
import { count, id, moment, text } from '#contract/fields.ts'
import { history } from '#features/settings/setting-change/setting-change.contract.ts'
import { orderLimitTab } from '#features/settings/pages.contract.ts'

const positiveCount = (label: string, max: number) => count(label, max).check(z.minimum(1, 'Phải từ 1 trở lên'))

const limits = {
  unpaid_minutes: positiveCount('Chờ thanh toán (phút)', 1_440),
  hold_minutes: positiveCount('Giữ đơn khi xử lý (phút)', 1_440),
  report_hours: positiveCount('Báo lỗi sau thanh toán (giờ)', 720),
  search_days: positiveCount('Khoảng ngày tìm tối đa', 800),
}

export const OrderLimits = z.object({
  ...limits,
  updated_by_name: z.nullable(text('Người cập nhật', 100)),
  updated_at: z.nullable(moment('Ngày cập nhật')),
  version: id('Phiên bản'),
})

const WithHistory = z.object({ ...OrderLimits.shape, history: history() })

export const orderLimit = calls('cms/config/order_limit', {
  get: read('GET get', { title: 'Thời hạn đơn hàng', may: orderLimitTab.view, output: WithHistory }),
  update: write('POST update', {
    title: 'Sửa thời hạn đơn hàng',
    may: orderLimitTab.update,
    input: z.object({ ...limits, version: id('Phiên bản') }),
    output: WithHistory,
    errors: ['changed_by_other', 'no_right'],
  }),
})
