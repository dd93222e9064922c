/** The head office's people belong to no agent and to no base store: customers' money, stations and stores are their affair alone. */
export function isHeadOffice(me: { readonly partner_id: number | null; readonly base_id: number | null }): boolean {
  return me.partner_id === null && me.base_id === null
}

/** Whoever decides on what another person made. */
export interface Decider {
  readonly user_id: number
  /** Who lately made this account, gave it a password or changed its rights: they could decide through it. */
  readonly handled_by: readonly number[]
}

const handled =
  'Người lập đã tạo tài khoản của bạn, đặt lại mật khẩu hoặc đổi quyền của bạn trong những ngày qua: cần người khác quyết định.'

/** Why two persons would be one head: the maker is the one who decides (`own` says so), or has had hands on their account. Null when they are two. */
export function whyOneHead(maker: number | null | undefined, me: Decider, own: string): string | null {
  if (maker == null) return null
  if (maker === me.user_id) return own
  return me.handled_by.includes(maker) ? handled : null
}
