/** The content of a printed document (slip, receipt, statement, record of a closing): shown and printed by the web, kept as a PDF by the server. */
export interface DocumentContent {
  issuer: { name: string; detail: string }
  /** In the upper right corner: its number or digest, and when it was made. */
  reference: { number: string; made_at: string }
  title: string
  subtitle: string
  facts: readonly (readonly [label: string, value: string])[]
  /** Titles of the table's columns: the second column is text, all others are numbers. */
  columns: readonly string[]
  /** Rows of the table, with a cell for each column. */
  lines: readonly (readonly string[])[]
  sums: readonly (readonly [label: string, value: string])[]
  amount_in_words: string
  note?: string | null | undefined
  /** Who signs; the name is printed below the space for the signature. */
  signatures: readonly (readonly [role: string, name: string | null])[]
  /** In small print at the end: by what the document can be verified. */
  foot?: string | null | undefined
}
