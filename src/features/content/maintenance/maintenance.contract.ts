import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { flag, id, list, moment, note, onOff, optional } from '#contract/fields.ts'
import { record } from '#contract/record.ts'
import { category } from '#features/results/product/product.contract.ts'
import { maintenancePage } from '../pages.contract.ts'

const categories = () => list('Sản phẩm', category(), 20)

export const MaintenanceRecord = record('maintenance', 'maintenance_id', {
  start_at: moment('Từ giờ'),
  end_at: moment('Đến giờ'),
  /** Empty: everything. */
  categories: z.prefault(categories(), []),
  content: note('Nội dung', 500),
  status: z.prefault(onOff('Bật/Tắt'), 1),
})

/** Confirms that the person has seen the conflicts: other maintenance, and draws that stop selling or are drawn meanwhile. */
const accept_hits = z.prefault(flag('Vẫn lưu dù trùng lịch hoặc trúng kỳ quay'), false)

const errors = ['maintenance_hits', 'maintenance_time_invalid', 'no_right'] as const

export const Upcoming = z.object({
  maintenance_id: id(),
  start_at: moment('Từ giờ'),
  end_at: moment('Đến giờ'),
  categories: categories(),
  content: note('Nội dung', 500),
})

export const maintenance = calls('cms/maintenance', {
  list: read('GET list', {
    title: 'Lịch bảo trì',
    may: maintenancePage.view,
    input: search({ status: optional(onOff('Bật/Tắt')) }, ['start_at', 'end_at', 'created_at']),
    output: pageOf(MaintenanceRecord.Row),
  }),
  /** Present maintenance, and what begins within a day. */
  upcoming: read('GET upcoming', {
    title: 'Bảo trì sắp tới',
    may: 'user',
    output: z.object({ items: z.array(Upcoming) }),
  }),
  add: write('POST add', {
    title: 'Thêm lịch bảo trì',
    may: maintenancePage.add,
    input: z.object({ ...MaintenanceRecord.Draft.shape, accept_hits }),
    output: MaintenanceRecord.Row,
    errors,
  }),
  update: write('POST update', {
    title: 'Sửa lịch bảo trì',
    may: maintenancePage.update,
    input: z.object({ ...MaintenanceRecord.Change.shape, accept_hits }),
    output: MaintenanceRecord.Row,
    errors: [...errors, ...MaintenanceRecord.conflicts],
  }),
  delete: write('POST delete', {
    title: 'Xóa lịch bảo trì',
    may: maintenancePage.remove,
    input: MaintenanceRecord.Key,
    errors: ['not_found', 'no_right'],
  }),
})
