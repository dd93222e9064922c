/** Which stores there are, with which stations and rules, is the head office's affair. */
export function isHeadOffice(me: { partner_id: number | null; base_id: number | null }): boolean {
  return me.partner_id === null && me.base_id === null
}
