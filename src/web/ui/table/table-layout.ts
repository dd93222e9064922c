/** Widths of a table's columns and the left offsets of the pinned ones. Pure, because React and the drag handler (table-resize.ts) both apply it. */

export type SizedColumn = { key: string; width: number; grow?: boolean; pinned?: boolean }

export type Layout = {
  /** The width of each `<col>`; undefined for one that takes a share of the remaining width. */
  cols: (number | undefined)[]
  /** Custom CSS properties of the table: its minimum width, and the left offset of each pinned column. */
  properties: Record<`--${string}`, string>
}

/** The range, in pixels, to which a person may resize a column. */
export const min_width = 56
export const max_width = 1200

/** Key of the checkbox column, which is pinned together with the pinned columns. */
export const select_key = 'select'

/** Widths in pixels of the checkbox column and the column of actions; 0 where the table has none. */
export type EdgeWidths = { select: number; actions: number }

/** The widths of the `<col>` elements in their order: checkboxes, columns, a filler (0 where a column grows), actions. */
export function layoutOf(columns: readonly SizedColumn[], { select, actions }: EdgeWidths): Layout {
  const widths = columns.map(({ width }) => width)
  const properties: Layout['properties'] = {
    '--width': `${sum(widths) + select + actions}px`,
  }
  const pinned = columns.filter((column) => column.pinned)
  if (pinned.length > 0) {
    const pinned_width = select + sum(pinned.map(({ width }) => width))
    properties['--pinned'] = `${pinned_width}px`
    let left = select
    if (select > 0) properties[`--left-${select_key}`] = leftOffset(0, pinned_width)
    for (const { key, width } of pinned) {
      properties[`--left-${key}`] = leftOffset(left, pinned_width)
      left += width
    }
  }
  const filler = columns.some(({ grow }) => grow) ? 0 : undefined
  const cols = [...columns.map(({ width, grow }) => (grow ? undefined : width)), filler]
  return {
    cols: [...(select > 0 ? [select] : []), ...cols, ...(actions > 0 ? [actions] : [])],
    properties,
  }
}

/**
 * The sticky `left` of a pinned column. Where the pinned columns would cover more than half of the table, as on a phone, the second term is a
 * large negative number, and sticky columns scroll like the others.
 */
function leftOffset(left: number, pinned_width: number): string {
  return `min(${left}px, (50cqi - ${pinned_width}px) * 9999)`
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
