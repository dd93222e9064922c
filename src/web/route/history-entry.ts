/** What an entry of the browser's history holds beside its address. */
export interface EntryState {
  /** Its place among the entries of this visit. */
  index?: number
  keyword?: string
}

export function entryState(): EntryState {
  return (history.state as EntryState | null) ?? {}
}

/** The place of the open entry; that of a visit's first one is 0. */
export function entryIndex(): number {
  return entryState().index ?? 0
}
