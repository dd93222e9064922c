/** The head office's people belong to no agent and to no base store: customers' money, stations and stores are their affair alone. */
export function isHeadOffice(me: { readonly partner_id: number | null; readonly base_id: number | null }): boolean {
  return me.partner_id === null && me.base_id === null
}
