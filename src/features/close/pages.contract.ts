/** The area's pages in one place, because other areas link to them. */
import { page } from '#contract/page.ts'

export const dayClosePage = page('/chot-ngay', 'Chốt ngày', 'lock', {
  view: 1,
  add: 2,
  update: 3,
  approve: 5,
  export: 6,
})

export const partnerStatementPage = page('/doi-soat-dai-ly', 'Đối soát đại lý', 'sheet', {
  view: 1,
  add: 2,
  update: 3,
  approve: 5,
  export: 6,
})
