/** The pages and roles from which rights are chosen. Separate from the groups, because lists of accounts need only those. */
import * as z from 'zod/mini'
import { calls, read } from '#contract/call.ts'
import { id, list, text } from '#contract/fields.ts'
import { role } from './group.contract.ts'
import { groupPage } from '../pages.contract.ts'

export const PageList = z.object({
  /** Menu headings have parent_id 0 and no url. */
  pages: list('Trang', z.object({ id: id(), parent_id: z.int(), page_name: text('Trang', 100), page_url: z.string() })),
  page_roles: list('Quyền', z.object({ role_id: role(), page_id: id(), role_name: text('Quyền', 50) })),
})

export const pages = calls('cms/page', {
  list: read('GET list', { title: 'Danh sách trang và quyền', may: groupPage.view, output: PageList }),
})
