/** The area's pages in one place, because the home page links to them. */
import { page, type Page, type Right } from '#contract/page.ts'

export const salesXsktPage = page('/doanh-so-xskt', 'Doanh số vé truyền thống', 'chart', { view: 1, export: 6 })
export const salesXsdtPage = page('/doanh-so-xsdt', 'Doanh số vé điện toán', 'chart', { view: 1, export: 6 })
export const byPricePage = page('/thong-ke-theo-gia-tri-don-sxdt', 'Thống kê theo giá trị đơn', 'chart', {
  view: 1,
  export: 6,
})
export const byTypePage = page('/thong-ke-theo-loai-hinh-choi-xsdt', 'Thống kê theo loại hình chơi', 'chart', {
  view: 1,
  export: 6,
})
export const byGroupPage = page('/thong-ke-theo-nhom-diem-ban-sxdt', 'Thống kê theo nhóm điểm bán', 'chart', {
  view: 1,
  export: 6,
})
export const unsoldReportPage = page('/bc-ve-ton-xskt', 'Báo cáo vé tồn', 'warehouse', { view: 1, export: 6 })
export const returnReportPage = page('/bc-ve-hoan-xskt', 'Báo cáo vé hoàn', 'undo', { view: 1, export: 6 })

/** The reports by the last part of their calls' names, as the menu lists them. */
export const reportPages = {
  sales_xskt: salesXsktPage,
  sales: salesXsdtPage,
  instock_xskt: unsoldReportPage,
  return_xskt: returnReportPage,
  rev_ticket_by_price: byPricePage,
  rev_ticket_by_type: byTypePage,
  rev_ticket_by_group: byGroupPage,
} as const satisfies Record<string, Page & { readonly view: Right; readonly export: Right }>
