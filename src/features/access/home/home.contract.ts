import { first_page, page } from '#contract/page.ts'

/** The first page: open to everyone who is signed in; what it shows depends on their rights. */
export const homePage = page(first_page, 'Trang chủ', 'home', { view: 1 })
