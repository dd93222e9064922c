/** How wide the columns are and where the pinned ones stay. Pure: drawn by React, and by the pointer while a width is being pulled. */

export type Sized = { key: string; width: number; grow?: boolean; pinned?: boolean }

export type Layout = {
  /** The width of each `<col>`; undefined for one that takes a share of the room that is left. */
  cols: (number | undefined)[]
  /** Custom properties of the table: its least width, and where each pinned column stays. */
  properties: Record<`--${string}`, string>
}

/** What a width may be changed to. */
export const widthLeast = 56
export const widthMost = 1200

/** The name of the selection's column among those that are pinned. */
export const selectKey = 'select'

/** What stands beside the columns; 0 where it is missing. */
export type Sides = { select: number; actions: number }

/** The selection, the columns, what is left over when no column grows, the actions. */
export function layoutOf(columns: readonly Sized[], { select, actions }: Sides): Layout {
  const widths = columns.map(({ width }) => width)
  const properties: Layout['properties'] = {
    '--width': `${sum(widths) + select + actions}px`,
  }
  const pinned = columns.filter((column) => column.pinned)
  if (pinned.length > 0) {
    const all = select + sum(pinned.map(({ width }) => width))
    properties['--pinned'] = `${all}px`
    let left = select
    if (select > 0) properties[`--left-${selectKey}`] = leftAt(0, all)
    for (const { key, width } of pinned) {
      properties[`--left-${key}`] = leftAt(left, all)
      left += width
    }
  }
  const rest = columns.some(({ grow }) => grow) ? 0 : undefined
  const cols = [...columns.map(({ width, grow }) => (grow ? undefined : width)), rest]
  return {
    cols: [...(select > 0 ? [select] : []), ...cols, ...(actions > 0 ? [actions] : [])],
    properties,
  }
}

/** Where they would cover more than half of the table, as on a phone, they are held far outside of it: nowhere. */
function leftAt(left: number, all: number): string {
  return `min(${left}px, (50cqi - ${all}px) * 9999)`
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
