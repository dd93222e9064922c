import type { SettingChangeRow } from './setting-change.contract.ts'

/** The day of a planned change while it is ahead, so that taking it back concerns the same day; null for at once. */
export const dayAhead = ({ from_day }: Pick<SettingChangeRow, 'from_day'>, today: string) =>
  from_day !== null && from_day > today ? from_day : null
