/** The lists to which the figures of the stock reports lead, with the filters whose sums are those figures. */
import type { Page, Right } from '#contract/page.ts'
import { toQuery } from '#contract/wire.ts'
import { returnPage, ticketPage, unsoldPage, unsoldPrizePage } from '#features/tickets/pages.contract.ts'
import { returnLife } from '#features/tickets/ticket-return/ticket-return.contract.ts'

interface Keys {
  day?: string | null
  area_id?: number | null | undefined
  base_id?: number | null | undefined
}

export interface DrillDownTarget {
  page: Page & { view: Right }
  /** What the list is read with beside the keys of the row. */
  filter?: Record<string, string | number>
  /** Values for the page's address alone. */
  address?: Record<string, string>
}

export const drillDownTargets = {
  tickets: { page: ticketPage },
  unsold: { page: unsoldPage },
  prizes: { page: unsoldPrizePage },
  slips: { page: returnPage, filter: { status: returnLife.status.confirmed }, address: { tab: 'slips' } },
} satisfies Record<string, DrillDownTarget>

/** The filters that narrow a target's list to one row of the report; `row` is null for the whole report. */
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

/** The page of a target as an address. */
export const listLink = (target: DrillDownTarget, filter: Record<string, unknown>) => ({
  to: target.page.url,
  search: { ...target.address, ...Object.fromEntries(toQuery(filter)) },
})
