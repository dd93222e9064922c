/** The refs of an order's transfers in the ledger: each is used at most once. */
const parts = { pay: 'pay', fee: 'fee', refund: 'refund', refund_fee: 'refund-fee' } as const

export type OrderRefPart = keyof typeof parts

/** The `ref` of the transfer that pays or refunds an order or its fee. */
export const orderRef = (order_id: number, part: OrderRefPart): string => `order:${order_id}:${parts[part]}`

/** All refs that an order can have used. */
export const orderRefs = (order_id: number): string[] =>
  (Object.keys(parts) as OrderRefPart[]).map((part) => orderRef(order_id, part))
