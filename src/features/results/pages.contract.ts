/** The area's pages in one place, because other areas link to them. */
import { page } from '#contract/page.ts'

export const periodPage = page('/danh-sach-ky', 'Danh sách kỳ', 'calendar', {
  view: 1,
  update: 3,
  approve: 5,
  export: 6,
})
export const resultPage = page('/danh-sach-ket-qua', 'Danh sách kết quả', 'trophy', {
  view: 1,
  add: 2,
  update: 3,
  approve: 5,
  export: 6,
})
export const sheetPage = page('/ket-qua-ky-gan-nhat', 'Kết quả kỳ gần nhất', 'sheet', { view: 1 })
export const megaPowerPage = page('/ket-qua-mega-power', 'Kết quả Mega/Power', 'star', { view: 1 })
export const checkPage = page('/do-ve', 'Dò vé', 'search', { view: 1 })
