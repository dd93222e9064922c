/** The area's pages in one place, because other areas lead to them. */
import { page } from '#contract/page.ts'

export const periodPage = page('/danh-sach-ky', 'Danh sách kỳ', 'calendar', {
  view: 1,
  update: 3,
  approve: 5,
  export: 6,
})
