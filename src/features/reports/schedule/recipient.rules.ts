/** Who may receive a report: a recipient must not get more than they may see themselves. */
import { rightKey, type Right } from '#contract/page.ts'

interface Reader {
  user_id: number
  partner_id: number | null
  base_id: number | null
  is_limited: boolean
  rights: ReadonlySet<string>
}

/** Why this person cannot receive the report of `owner`; null when they can. `view` is the right to see the report. */
export function whyNotRecipient(
  owner: Reader,
  person: Reader | undefined,
  email: string | null,
  view: Right,
): string | null {
  if (!person) return 'Tài khoản không hoạt động'
  if (email === null) return 'Chưa có email'
  if (!person.rights.has(rightKey(view))) return 'Không có quyền xem báo cáo này'
  return seesAllOf(owner, person) ? null : 'Chỉ được xem một phần số liệu này'
}

function seesAllOf(owner: Reader, person: Reader): boolean {
  if (owner.user_id === person.user_id) return true
  const isWithin = (owner_scope: number | null, person_scope: number | null) =>
    person_scope === null || person_scope === owner_scope
  return !person.is_limited && isWithin(owner.partner_id, person.partner_id) && isWithin(owner.base_id, person.base_id)
}
