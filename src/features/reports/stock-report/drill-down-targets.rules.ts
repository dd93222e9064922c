/** The lists behind the figures of the stock reports, with the filters whose sums are those figures. */
import type { Page, Right } from '#contract/page.ts'
import { toQuery } from '#contract/wire.ts'
import { returnPage, ticketPage, unsoldPage, unsoldPrizePage } from '#features/tickets/pages.contract.ts'
import { returnLife } from '#features/tickets/ticket-return/return-life.contract.ts'

interface Keys {
  day?: string | null
  area_id?: number | null | undefined
  base_id?: number | null | undefined
}

export interface DrillDownTarget {
  page: Page & { view: Right }
  /** The fixed filters of the list, beside the keys of the row. */
  filter?: Record<string, string | number>
  /** Further parameters of the page's address, such as the tab. */
  address?: Record<string, string>
}

export const drillDownTargets = {
  tickets: { page: ticketPage },
  unsold: { page: unsoldPage },
  prizes: { page: unsoldPrizePage },
  slips: { page: returnPage, filter: { status: returnLife.status.confirmed }, address: { tab: 'slips' } },
} satisfies Record<string, DrillDownTarget>

/** The filters of a target's list for one row of the report; `row` null means the whole report. */
export function listFilter(
  { filter = {} }: DrillDownTarget,
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

/** A router link to a target. */
export const listLink = (target: DrillDownTarget, filter: Record<string, unknown>) => ({
  to: target.page.url,
  search: { ...target.address, ...Object.fromEntries(toQuery(filter)) },
})
