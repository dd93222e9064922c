/** Limits of an imported file, checked before it is unpacked and again while it is, against zip bombs. */
export interface ImportLimits {
  /** Size of the file itself. */
  bytes: number
  /** Files inside the archive. */
  entries: number
  /** Total unpacked bytes of the parts that are read. */
  unpacked: number
  /** Maximum compression ratio of a part; sheets usually have 10 to 50. */
  ratio: number
  rows: number
  /** Later columns are not read. */
  columns: number
  shared_strings: number
  /** Characters in all cells: a shared string is stored once but may stand in a million cells. */
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
