/** The lists behind the figures of a report of stocks: what they are read with, so that their sums are those figures. */
import type { Page } from '#contract/page.ts'
import { toQuery } from '#contract/wire.ts'
import { returnPage, ticketPage, unsoldPage, unsoldPrizePage } from '#features/tickets/pages.contract.ts'
import { returnLife } from '#features/tickets/ticket-return/ticket-return.contract.ts'

interface Keys {
  day?: string | null
  area_id?: number | null | undefined
  base_id?: number | null | undefined
}

export interface Behind {
  page: Page & { view: unknown }
  /** What the list is read with beside the keys of the row. */
  filter?: Record<string, string | number>
  /** What its page is told beside that. */
  address?: Record<string, string>
}

/** Where the parts of a figure are listed. */
export const behind = {
  tickets: { page: ticketPage },
  unsold: { page: unsoldPage },
  prizes: { page: unsoldPrizePage },
  slips: { page: returnPage, filter: { status: returnLife.status.confirmed }, address: { tab: 'slips' } },
} satisfies Record<string, Behind>

/** The filters of the list behind a row's figure; `row` is null for the whole report. */
export function filterBehind(
  { filter = {} }: Behind,
  report: { from_date: string; to_date: string },
  narrowed: Keys,
  row: Keys | null,
) {
  const key = (name: 'area_id' | 'base_id') => {
    const value = row?.[name] ?? narrowed[name]
    return value == null ? {} : { [name]: value }
  }
  return {
    ...filter,
    from_date: row?.day ?? report.from_date,
    to_date: row?.day ?? report.to_date,
    ...key('area_id'),
    ...key('base_id'),
  }
}

/** The page with what is behind a figure, as an address. */
export const linkBehind = (where: Behind, filter: Record<string, unknown>) => ({
  to: where.page.url,
  search: { ...where.address, ...Object.fromEntries(toQuery(filter)) },
})
