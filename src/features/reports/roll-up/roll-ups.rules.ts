/**
 * The roll-ups with their keys beside day and product, as in the SQL function `fold_sales`. Smaller ones come first: `smallest` picks the first that
 * has the needed keys, and the proof compares each with the next one that has all of its keys.
 */
export type Key = 'partner_id' | 'pos_id' | 'user_pos_id' | 'base_id' | 'area_id' | 'band' | 'hour'

export const rollUps = {
  sale_day: ['base_id', 'area_id'],
  sale_day_partner: ['partner_id', 'base_id', 'area_id'],
  sale_day_pos: ['partner_id', 'pos_id', 'base_id', 'area_id'],
  sale_day_account: ['partner_id', 'pos_id', 'user_pos_id', 'base_id', 'area_id'],
  sale_day_band: ['base_id', 'band'],
  sale_day_band_pos: ['partner_id', 'pos_id', 'base_id', 'band'],
  sale_hour: ['base_id', 'hour'],
  sale_hour_pos: ['partner_id', 'pos_id', 'base_id', 'hour'],
} as const satisfies Record<string, readonly Key[]>

export type RollUp = keyof typeof rollUps

/** The tables of the same roll-ups by month, for reports without days; `sale_day` has none because it is small. */
export const months = {
  sale_day_partner: 'sale_month_partner',
  sale_day_pos: 'sale_month_pos',
  sale_day_account: 'sale_month_account',
} as const satisfies Partial<Record<RollUp, string>>

type MonthlyRollUp = keyof typeof months

/** Whether the roll-up also has a table by month. */
export function isMonthly(table: RollUp): table is MonthlyRollUp {
  return table in months
}

/** The smallest roll-up with all these keys. */
export function smallest(keys: ReadonlySet<Key>): RollUp {
  const fitting = Object.entries(rollUps).find(([, columns]) =>
    [...keys].every((key) => columns.includes(key as never)),
  )
  if (!fitting) throw new Error(`no roll-up tells apart ${[...keys].join(', ')}`)
  return fitting[0] as RollUp
}
