import { isHeadOffice } from '#contract/person.ts'
import type { Fail } from '#server/fail.ts'
import type { Me } from '#server/session/session.ts'

/** Refuses people of a partner or a store: day closings are for the head office only. */
export function assertHeadOffice(me: Me, fail: Fail<'no_right'>): void {
  if (!isHeadOffice(me)) fail('no_right')
}
