import { userId } from '#web/session/session.ts'

/** What an entry of the browser's history holds beside its address. */
export interface EntryState {
  /** Its place among the entries of this visit. */
  index?: number
  keyword?: string
  /** Whose keyword it is: another person who goes back to this entry does not see it. */
  user_id?: number | null
}

export function entryState(): EntryState {
  const { keyword, ...state } = (history.state as EntryState | null) ?? {}
  return keyword !== undefined && state.user_id === userId() ? { ...state, keyword } : state
}

/** The place of the open entry; that of a visit's first one is 0. */
export function entryIndex(): number {
  return entryState().index ?? 0
}
