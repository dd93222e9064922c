// How PostgreSQL's values arrive in JavaScript. Money and counts are safe integers or an error, days and moments are text:
// a JS Date would cost time in every list and would move days over the time zone's edge.
import pg from 'pg'

const oid = { int8: 20, numeric: 1700, date: 1082, timestamp: 1114, timestamptz: 1184 } as const
const array_oid = { int8: 1016, numeric: 1231, date: 1182, timestamp: 1115, timestamptz: 1185 } as const

export const time_zone = 'Asia/Ho_Chi_Minh'

export function int8(value: string): number {
  const number = Number(value)
  if (Number.isSafeInteger(number)) return number
  throw new RangeError(`The database sent ${value}, which is beyond the integers that JavaScript can hold exactly`)
}

/** `sum(bigint)` comes as numeric and is an integer. A fraction is refused: a rate is stored in basis points, and a query that
 * really wants a fraction casts it to `double precision` or text, so that nobody adds a text to a number by accident. */
export function numeric(value: string): number {
  const [integer = '', fraction = ''] = value.split('.')
  if (/^-?\d+$/.test(integer) && /^0*$/.test(fraction)) return int8(integer)
  throw new RangeError(`The database sent the numeric ${value} where an integer is expected; cast it in the query`)
}

/** '2026-10-01 08:00:00.123+07' → '2026-10-01T08:00:00.123+07:00'. Before 1975 the zone had other offsets, some with seconds. */
export function timestamptz(value: string): string {
  if (value.endsWith('+07')) return `${value.slice(0, 10)}T${value.slice(11)}:00`
  const parts = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d)(:\d\d)?(?::\d\d)?$/.exec(value)
  return parts ? `${parts[1]}T${parts[2]}${parts[3]}${parts[4] ?? ':00'}` : value
}

const text = (value: string) => value

type ValueParser = (value: string) => unknown
const scalars: Record<keyof typeof oid, ValueParser> = { int8, numeric, date: text, timestamp: text, timestamptz }

/** Given to our own pools instead of being set for the whole process, so that a library with its own `pg` keeps its parsers. */
export const types = new pg.TypeOverrides()
const textArray: (value: string) => (string | null)[] = pg.types.getTypeParser(1009 as number)
for (const [name, parse] of Object.entries(scalars) as [keyof typeof oid, ValueParser][]) {
  types.setTypeParser(oid[name], parse)
  types.setTypeParser(array_oid[name], (value: string) =>
    textArray(value).map((item) => (item === null ? null : parse(item))),
  )
}
