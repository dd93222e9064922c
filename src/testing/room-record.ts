/** A record of a room, for tests that try the same on each of them. */
import type { Call } from '#contract/call.ts'
import type { ErrorName } from '#contract/errors.ts'

export type Values = Record<string, unknown>

/** Rows to which the records belong. */
export interface RecordOwners {
  /** Several, because each has one bank account of a kind. */
  partner_ids: readonly number[]
  pos_ids: readonly number[]
  base_id: number
  group_vip_id: number
  day: string
}

export interface RoomRecord {
  key: string
  /** Draft number `n`; equal numbers collide where something must be unique. */
  draft: (n: number, owners: RecordOwners) => Values
  add: Call<'write'>
  /** A change, different for each number, which no other row has. */
  change: (n: number) => Values
  update: Call<'write'>
  remove?: Call<'write'>
  /** A change without a version is refused. */
  must_have_version?: true
  /** The refusal of a second draft of the same number; missing where drafts may be equal. */
  duplicate?: ErrorName
  /** The refusal of a key without a row. */
  missing: ErrorName
}
