/** What stands on a sheet of paper that people sign, for the screen that shows and prints it and for the server that keeps it as a file. */
export interface Paper {
  /** Who gives the slip, and what stands under the name. */
  issuer: readonly [name: string, detail: string]
  /** Its number and day, in the corner. */
  corner: readonly [name: string, detail: string]
  title: string
  subtitle: string
  facts: readonly (readonly [label: string, value: string])[]
  heads: readonly string[]
  /** As many cells as heads; the second is text, all others are numbers. */
  lines: readonly (readonly string[])[]
  sums: readonly (readonly [label: string, value: string])[]
  words: string
  note?: string | null | undefined
  /** Who signs, and the name under the place for it. */
  signatures: readonly (readonly [role: string, name: string | null])[]
  /** In small letters at the end: by what the sheet can be checked. */
  foot?: string | null | undefined
}
