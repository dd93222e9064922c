/** Numbers for a return slip as people type, scan and paste them: a number, its series where there are several, how many. */

export interface TypedReturn {
  number: string
  series: string | null
  /** Null for all that is left of it. */
  quantity: number | null
  /** A whole set: then the number is only what it was found by. */
  ticket_group_id?: number
}

/** '082517', '082517 4', '082517 15AN 4', one to a line; a table's columns may stand apart by tabs, commas or semicolons. */
export function readReturnLines(text: string, number_length: number): { items: TypedReturn[]; wrong: string[] } {
  const items: TypedReturn[] = []
  const wrong: string[] = []
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue
    const item = readLine(line.trim(), number_length)
    if (item) items.push(item)
    else wrong.push(line.trim())
  }
  return { items, wrong }
}

function readLine(line: string, number_length: number): TypedReturn | null {
  const [number = '', ...rest] = line.split(/[\s,;]+/).filter(Boolean)
  if (!/^\d+$/.test(number) || number.length !== number_length || rest.length > 2) return null
  const counted = rest.length > 0 && /^\d{1,6}$/.test(rest.at(-1)!) ? Number(rest.pop()) : null
  if (counted === 0 || rest.length > 1) return null
  const series = rest[0]?.toUpperCase() ?? null
  return { number, series, quantity: counted }
}

export const lineKey = ({ number, series, ticket_group_id }: Omit<TypedReturn, 'quantity'>) =>
  ticket_group_id === undefined ? `${number} ${series ?? ''}` : `set ${ticket_group_id}`

/** A ticket that is scanned again is one more of it; all that is left stays all that is left. */
export function addReturns(items: readonly TypedReturn[], more: readonly TypedReturn[]): TypedReturn[] {
  const by_key = new Map(items.map((item) => [lineKey(item), item]))
  for (const item of more) {
    const before = by_key.get(lineKey(item))
    const quantity =
      before && before.quantity !== null && item.quantity !== null ? before.quantity + item.quantity : item.quantity
    by_key.set(lineKey(item), { ...item, quantity })
  }
  return [...by_key.values()]
}
