/** What a file may cost before it is refused: checked before anything is unpacked, and again while it is. */
export interface ImportLimits {
  /** The file as it was chosen. */
  bytes: number
  /** Files inside of it. */
  entries: number
  /** Unpacked bytes of everything that is read. */
  unpacked: number
  /** How many times its packed size a part may have: text of tables is some ten to fifty times as long as its zip. */
  ratio: number
  rows: number
  /** Columns beyond are not read. */
  columns: number
  shared_strings: number
  /** Letters in all cells: a text that is stored once may stand in a million cells. */
  letters: number
}

const mb = 1024 * 1024

export const default_limits: ImportLimits = {
  bytes: 30 * mb,
  entries: 2_000,
  unpacked: 400 * mb,
  ratio: Infinity,
  rows: 200_000,
  columns: 100,
  shared_strings: 2_000_000,
  letters: 60_000_000,
}
