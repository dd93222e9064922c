/**
 * Limits of the daily revenue from tickets, without fees: in total, by product, or by group of points of sale. One person requests the complete new
 * set of limits, another one confirms it. From the next order on, orders that would exceed a limit are refused.
 */
import * as z from 'zod/mini'
import { calls, read, write } from '#contract/call.ts'
import { day, id, list, moment, money, note, optional, text } from '#contract/fields.ts'
import { lifecycle } from '#contract/lifecycle.ts'
import { category } from '#features/results/product/product.contract.ts'
import { distributionTab } from '#features/settings/pages.contract.ts'
import { history } from '#features/settings/setting-change/setting-change.contract.ts'

export const revenueLife = lifecycle({
  states: {
    waiting: [1, 'Chờ xác nhận', 'amber'],
    done: [3, 'Đã xác nhận', 'green', 'Đề nghị đã được xác nhận.', 'request_finished'],
    rejected: [7, 'Đã từ chối', 'neutral', 'Đề nghị đã bị từ chối hoặc rút lại.', 'request_finished'],
  },
  moves: {
    /** The requester cannot confirm the change, but may withdraw it. */
    approve: {
      from: ['waiting'],
      to: 'done',
      notBy: { created_by: 'Người đề nghị không được tự xác nhận: cần người khác xác nhận.' },
    },
    reject: { from: ['waiting'], to: 'rejected' },
  },
})
export const revenueStatus = revenueLife.status

export const max_thresholds = 200

/** A limit; group null means all groups together, product null all products together. */
const Threshold = z.object({
  group_id: optional(id('Nhóm điểm bán')),
  category: optional(category()),
  maximum: money('Tối đa một ngày'),
})
const thresholds = () => list('Mức doanh thu', Threshold, max_thresholds)

/** A current limit, and today's sales that count for it. */
const MaxRevenue = z.object({
  group_id: z.nullable(id('Nhóm điểm bán')),
  pos_group_name: z.nullable(text('Nhóm điểm bán', 100)),
  category: z.nullable(category()),
  maximum: money('Tối đa một ngày'),
  sold: money('Đã bán hôm nay'),
})
export type MaxRevenueRow = z.output<typeof MaxRevenue>

export const RevenueChange = z.object({
  revenue_limit_id: id('STT'),
  thresholds: thresholds(),
  /** Null means from its confirmation on. */
  from_day: z.nullable(day('Áp dụng từ')),
  reason: z.nullable(note('Lý do', 200)),
  status: revenueLife.field(),
  created_by: id('Người đề nghị'),
  created_by_name: z.nullable(text('Người đề nghị', 100)),
  created_at: moment('Ngày đề nghị'),
  version: id('Phiên bản'),
})
export type RevenueChangeRow = z.output<typeof RevenueChange>

const MaxRevenues = z.object({
  items: list('Doanh thu tối đa', MaxRevenue, max_thresholds),
  waiting: z.nullable(RevenueChange),
  /** Confirmed changes for future days, the nearest first. */
  planned: list('Sẽ đổi', RevenueChange, 400),
  history: history(),
  version: id('Phiên bản'),
})

const decisionFields = { revenue_limit_id: id('Đề nghị'), version: id('Phiên bản') }
const decision_errors = ['request_not_found', 'request_finished', 'changed_by_other', 'no_right'] as const

export const maxRevenue = calls('cms/config/max_revenue', {
  list: read('GET list', { title: 'Doanh thu tối đa', may: distributionTab.view, output: MaxRevenues }),
  /** The complete new set of limits; a limit that is left out ends. */
  update: write('POST update', {
    stepUp: true,
    title: 'Đề nghị đổi doanh thu tối đa',
    may: distributionTab.update,
    input: z.object({
      thresholds: thresholds(),
      from_day: optional(day('Áp dụng từ')),
      reason: optional(note('Lý do', 200)),
      version: id('Phiên bản'),
    }),
    output: MaxRevenues,
    errors: ['no_right', 'threshold_duplicate', 'request_pending', 'changed_by_other', 'over_cut_off'],
  }),
  approve: write('POST approve', {
    stepUp: true,
    title: 'Xác nhận doanh thu tối đa',
    may: distributionTab.approve,
    input: z.object(decisionFields),
    output: MaxRevenues,
    errors: decision_errors,
  }),
  reject: write('POST reject', {
    title: 'Từ chối doanh thu tối đa',
    may: distributionTab.approve,
    input: z.object({ ...decisionFields, reason: note('Lý do', 200) }),
    output: MaxRevenues,
    errors: decision_errors,
  }),
})
