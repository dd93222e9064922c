/** Something in the audit log that is not as it was written. */
export interface Finding {
  chain?: number
  seq?: number
  audit_id?: number
  /** What is wrong, as a Vietnamese sentence. */
  what: string
}

export type Report = (finding: Finding) => void
