/** Who counts as head office, and who counts as a second person. */

/** Whether a person belongs to the head office, that is, to no partner and no base store. */
export function isHeadOffice(me: { readonly partner_id: number | null; readonly base_id: number | null }): boolean {
  return me.partner_id === null && me.base_id === null
}

/** A person who decides on what another person made. */
export interface Decider {
  readonly user_id: number
  /** People who recently created or unlocked this account, reset its password or changed its rights, and so might be using it. */
  readonly handled_by: readonly number[]
}

const handled_message =
  'Người lập đã tạo hoặc mở khóa tài khoản của bạn, đặt lại mật khẩu hoặc đổi quyền của bạn trong những ngày qua: cần người khác quyết định.'

/**
 * Why the decider does not count as a second person beside the maker: they are the same (`self_message`), or the maker recently controlled the
 * decider's account. Null when they are two persons. What an account requests may be decided by the person who recently controlled it: otherwise a
 * business of two persons could decide on nothing in its first week. That nobody holds both duties is reviewed instead (duty_conflicts).
 */
export function whyNotSecondPerson(maker: number | null | undefined, me: Decider, self_message: string): string | null {
  if (maker == null) return null
  if (maker === me.user_id) return self_message
  return me.handled_by.includes(maker) ? handled_message : null
}
