/** Parses lines for a return slip as people type, scan and paste them: a number, its series where there are several, and a quantity. */

export interface TypedReturn {
  number: string
  series: string | null
  /** Null for all that are unsold. */
  quantity: number | null
  /** For a whole ticket group: the number is only how it was found. */
  ticket_group_id?: number
}

/** One line each: '082517', '082517 4', '082517 15AN 4'; columns may be separated by tabs, commas or semicolons. */
export function readReturnLines(text: string, number_length: number): { items: TypedReturn[]; unreadable: string[] } {
  const items: TypedReturn[] = []
  const unreadable: string[] = []
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue
    const item = readLine(line.trim(), number_length)
    if (item) items.push(item)
    else unreadable.push(line.trim())
  }
  return { items, unreadable }
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

/** Scanning a ticket again adds one more; a line for all unsold ones stays as it is. */
export function addReturns(items: readonly TypedReturn[], entries: readonly TypedReturn[]): TypedReturn[] {
  const by_key = new Map(items.map((item) => [lineKey(item), item]))
  for (const item of entries) {
    const previousItem = by_key.get(lineKey(item))
    const quantity =
      previousItem && previousItem.quantity !== null && item.quantity !== null
        ? previousItem.quantity + item.quantity
        : item.quantity
    by_key.set(lineKey(item), { ...item, quantity })
  }
  return [...by_key.values()]
}

/** What stays on a slip after these lines of it were sent: what was added while they were. */
export function withoutSent(items: readonly TypedReturn[], sent_items: readonly SentReturn[]): TypedReturn[] {
  const by_key = new Map(sent_items.map((item) => [sentKey(item), item.quantity ?? null]))
  return items.flatMap((item) => {
    const sent_quantity = by_key.get(lineKey(item))
    if (sent_quantity === undefined) return [item]
    if (sent_quantity === null) return []
    if (item.quantity === null) return [item]
    return item.quantity > sent_quantity ? [{ ...item, quantity: item.quantity - sent_quantity }] : []
  })
}

/** A line as it was sent: a whole ticket group has no number. */
type SentReturn = { [Name in keyof TypedReturn]?: TypedReturn[Name] | null | undefined }

const sentKey = ({ number, series, ticket_group_id }: SentReturn) =>
  lineKey({ number: number ?? '', series: series ?? null, ...(ticket_group_id != null && { ticket_group_id }) })
