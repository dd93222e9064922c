import { isHeadOffice } from '#contract/person.ts'
import type { Fail } from '#server/fail.ts'
import type { Me } from '#server/session/session.ts'

/** The day is the business's own: nobody of an agent or a store has a say in it. */
export function assertHeadOffice(me: Me, fail: Fail<'no_right'>): void {
  if (!isHeadOffice(me)) fail('no_right')
}
