/** Two customers of the sample buy several draws at once; one of them cancels a draw. */
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import { cancelOrders } from '#features/orders/intake/cancel-orders.server.ts'
import { createPurchases } from '#features/orders/intake/create-orders.server.ts'
import type { PurchaseRequest } from '#features/orders/intake/order-request.rules.ts'
import { payPurchases } from '#features/orders/payment/pay.server.ts'
import { playTypesOf } from '#features/results/product/game.rules.ts'
import { product } from '#features/results/product/product.contract.ts'
import type { Customer } from '../simulate/market.ts'

interface Buyers {
  device_ids: readonly number[]
  customers: readonly Customer[]
}

const six_of_mega = { category: product.mega645, draws: 6, numbers: '05 12 19 27 33 41' }
const ten_of_keno = { category: product.keno, draws: 10, numbers: '08 13 21 34 55' }

/** Adds a paid Keno purchase, and a Mega purchase with one draw cancelled before payment. */
export async function addPurchases(db: Db, { device_ids, customers }: Buyers): Promise<void> {
  const requests = [six_of_mega, ten_of_keno].map(({ numbers, ...game }, n): PurchaseRequest => {
    const count = numbers.split(' ').length
    const label = game.category === product.keno ? `Bậc ${count}` : 'Vé thường'
    const play =
      playTypesOf(game.category).find((playType) => playType.label === label) ?? playTypesOf(game.category)[0]!
    const { msisdn, full_name } = customers[n]!
    const buyer = {
      device_id: device_ids[n]!,
      transid: `sample-purchase-${n}`,
      handling: 0 as const,
      vendor_code: 'POS',
    }
    return { ...buyer, ...game, msisdn, full_name, boards: [{ play_type: play.play_type, numbers, stake: 1 }] }
  })
  const createdPurchases = await createPurchases(db, requests)
  for (const [n, purchase] of createdPurchases.entries()) {
    if (purchase instanceof Failure) throw purchase
    const { device_id } = requests[n]!
    const given_up = requests[n]!.category === product.mega645 ? purchase.orders.slice(-1) : []
    const key = (step: string) => ({ device_id, transid: `sample-purchase-${n}-${step}` })
    await cancelOrders(
      db,
      given_up.map(({ order_id }) => ({ ...key('cancel'), order_id, reason: 'Khách chỉ mua năm kỳ' })),
    )
    const total = given_up.reduce((remaining_due, order) => remaining_due - order.total, purchase.due)
    const [paid] = await payPurchases(db, [{ ...key('pay'), purchase_id: purchase.purchase_id, total }])
    if (paid instanceof Failure) throw paid
  }
}
