/** The id of a calculation in the address: its draw and its store. */
export const idOf = ({ period_id, base_id }: { period_id: number; base_id: number }) => `${period_id}.${base_id}`
