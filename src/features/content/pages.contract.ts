/** The area's pages in one place, because pictures are uploaded from most of them. */
import { page } from '#contract/page.ts'

const rights = { view: 1, add: 2, update: 3, remove: 4, export: 6 } as const

export const bannerPage = page('/cau-hinh-banner', 'Cấu hình banner', 'image', rights)
export const popupPage = page('/quan-ly-thong-bao-webview', 'Thông báo webview', 'bell', rights)
export const configFilePage = page('/dieu-khoan-huong-dan-choi', 'Điều khoản & hướng dẫn', 'document', {
  ...rights,
  approve: 5,
})
export const linkPage = page('/cau-hinh-link-keno-truc-tuyen', 'Link Keno trực tuyến', 'link', rights)
export const maintenancePage = page('/lich-bao-tri', 'Lịch bảo trì', 'clock', rights)
export const tagPage = page('/danh-muc-mon-an', 'Danh mục món ăn', 'tag', rights)
export const foodPage = page('/danh-sach-mon-an', 'Danh sách món ăn', 'store', rights)
export const postPage = page('/danh-sach-bai-viet', 'Danh sách bài viết', 'document', rights)
export const foodRulePage = page('/danh-sach-luat-top-food', 'Luật top food', 'star', rights)
