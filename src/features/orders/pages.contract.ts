/** The area's pages in one place, because other areas lead to them. */
import { page } from '#contract/page.ts'

export const transactionPage = page('/lich-su-giao-dich', 'Lịch sử giao dịch', 'list', {
  view: 1,
  report: 3,
  approve: 5,
  export: 6,
})

export const onlinePage = page('/giao-dich-truc-tuyen', 'Giao dịch trực tuyến', 'monitor', {
  view: 1,
  work: 3,
  finish: 5,
  export: 6,
})

export const heldPage = page('/giao-dich-giu-ve', 'Giao dịch giữ vé', 'ticket', {
  view: 1,
  work: 3,
  finish: 5,
  export: 6,
})

export const refundPage = page('/lich-su-hoan-huy', 'Lịch sử hoàn hủy', 'undo', { view: 1, export: 6 })
