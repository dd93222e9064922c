/** The verb on the button that rejects a request: one's own is withdrawn. */
export const rejectVerb = (request: { created_by: number | null }, me: { user_id: number }): string =>
  request.created_by === me.user_id ? 'Rút lại' : 'Từ chối'
