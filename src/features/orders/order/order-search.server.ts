import { moneyText } from '#contract/text/money-text.ts'
import type { SearchProvider } from '#server/record/search-provider.ts'
import { category } from '#features/results/product/product.contract.ts'
import { infoOf } from '#contract/schema.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { searchesAllDays } from './order-keyword.rules.ts'
import { orderQuery } from './order.query.server.ts'

const products = infoOf(category())!.options!

/** Finds orders by their whole number, and a customer's newest orders by the phone number, both by an index. */
export const orderSearch: SearchProvider = {
  page: transactionPage,
  find: async ({ db, me, keyword, limit }) => {
    if (!searchesAllDays(keyword)) return []
    const rows = await orderQuery(db, me, { keyword }, null)
      .select(['o.order_id', 'o.category', 'o.total', 'o.msisdn'])
      .orderBy('o.order_id', 'desc')
      .limit(limit)
      .execute()
    return rows.map(({ order_id, category: product, total, msisdn }) => ({
      label: `Đơn ${order_id}`,
      detail: `${products.find(({ value }) => value === product)?.label ?? ''} · ${moneyText(total ?? 0)}`,
      phone_number: msisdn,
      url: `${transactionPage.url}?order=${order_id}`,
    }))
  },
}
