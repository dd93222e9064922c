/** The area's pages in one place, because their lists are looked up from one another. */
import { page } from '#contract/page.ts'

/** The menu heading of the ticket pages; the people of a store may be given rights on these. */
export const ticket_menu = 'Vé truyền thống'

export const ticketPage = page('/quan-ly-ve', 'Quản lý vé', 'ticket', { view: 1, add: 2, update: 3, export: 6 })

export const storeTicketPage = page('/quan-ly-ve-co-so', 'Quản lý vé cơ sở', 'grid', {
  view: 1,
  add: 2,
  update: 3,
  remove: 4,
  export: 6,
})

export const importApprovalPage = page('/ve-cho-duyet', 'Vé chờ duyệt', 'check-circle', {
  view: 1,
  remove: 4,
  approve: 5,
  export: 6,
})

export const ticketGroupPage = page('/quan-ly-ve-cap-nguyen', 'Quản lý vé cặp nguyên', 'stack', {
  view: 1,
  add: 2,
  update: 3,
  remove: 4,
  export: 6,
})

export const groupApprovalPage = page('/ve-cap-nguyen-cho-duyet', 'Vé cặp nguyên chờ duyệt', 'check-circle', {
  view: 1,
  remove: 4,
  approve: 5,
  export: 6,
})

export const baseStorePage = page('/danh-muc-kho', 'Danh mục kho', 'warehouse', {
  view: 1,
  add: 2,
  update: 3,
  remove: 4,
  export: 6,
})

export const stockHistoryPage = page('/bao-cao-lich-su-kho-ve', 'Báo cáo lịch sử kho vé', 'history', {
  view: 1,
  export: 6,
})

export const returnPage = page('/hoan-ve', 'Hoàn vé', 'undo', { view: 1, update: 3, approve: 5, export: 6 })

export const unsoldPage = page('/ve-ton', 'Vé tồn', 'warehouse', { view: 1, approve: 5, export: 6 })

export const unsoldPrizePage = page('/lich-su-tinh-thuong-ve-ton', 'Lịch sử tính thưởng vé tồn', 'trophy', {
  view: 1,
  export: 6,
})
