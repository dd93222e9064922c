/** The list of a day as gateways give it: page after page, in their order. */
import * as z from 'zod/mini'
import type { GatewayLine } from './gateway.ts'
import { fault } from './http.ts'

export const DayPage = z.object({
  lines: z.array(
    z.object({
      kind: z.enum(['payout', 'fund_in']),
      orderId: z.string(),
      transId: z.string(),
      amount: z.int(),
      fee: z.int(),
      status: z.enum(['paid', 'failed', 'pending']),
      account: z.string(),
      at: z.iso.datetime({ offset: true }),
    }),
  ),
  /** Ask again after this; null when there is no more. */
  next: z.nullable(z.string()),
})

/** Enough for a page of a thousand lines. */
export const max_page_bytes = 1_048_576
const max_pages = 10_000

export async function everyPage<P extends { next: string | null }>(
  first_page: string | null,
  page: (after: string | null) => Promise<P>,
): Promise<P[]> {
  const pages: P[] = []
  for (let after = first_page; pages.length < max_pages;) {
    const read = await page(after)
    pages.push(read)
    if (read.next === null) return pages
    // A page that leads back to itself would never end.
    if (read.next === after) throw fault('mismatch')
    after = read.next
  }
  throw fault('mismatch')
}

export async function readDay(
  page: (after: string | null) => Promise<z.infer<typeof DayPage>>,
): Promise<GatewayLine[]> {
  const pages = await everyPage(null, page)
  return pages.flatMap(({ lines }) =>
    lines.map(({ orderId, transId, ...line }) => ({ ...line, order_id: orderId, trans_id: transId })),
  )
}
