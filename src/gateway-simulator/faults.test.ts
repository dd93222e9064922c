/** Under every fault a key is paid at most once, and a payment reported as paid is paid. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { account, openOutside, wallet } from '#server/testing/outside.ts'
import type { PayoutAnswer, PayoutGateway, PayoutOrder } from '#server/gateways/gateway.ts'

const rate = fc.double({ min: 0, max: 0.12, noNaN: true })
/** All faults except the contradiction, which a client cannot detect. */
const detectable_faults = {
  lost_request: rate,
  late_request: rate,
  delay: rate,
  lost_answer: rate,
  error: rate,
  forged: rate,
  wrong_amount: rate,
  pending: rate,
}
const orderDraft = fc.record({
  to_bank: fc.boolean(),
  by_momo: fc.boolean(),
  amount: fc.integer({ min: 10_000, max: 20_000_000 }),
  outcome: fc.constantFrom('5678', '5678', '5678', '1007', '4003', '7002', '7000'),
  copies: fc.integer({ min: 1, max: 3 }),
})

/** Retries until the result is final: an unknown payment is queried, and sent again only when the gateway does not know it. */
async function retryUntilFinal(gateway: PayoutGateway, order: PayoutOrder): Promise<PayoutAnswer> {
  let answer = await gateway.pay(order)
  for (let turn = 0; turn < 8 && answer.outcome === 'unknown'; turn++) {
    const state = await gateway.query(order)
    answer = state === 'absent' ? await gateway.pay(order) : state
  }
  return answer
}

test(
  'under any faults an order is paid at most once, and a final answer is the state of the order',
  { timeout: 60_000 },
  async () => {
    const delays = { delay_ms: 8, settle_ms: 5 }
    const { simulator, momo, bank } = await openOutside({
      ...delays,
      funds: { momo: 2_000_000_000, bank: 2_000_000_000 },
    })

    const property = fc.asyncProperty(
      fc.record(detectable_faults),
      fc.array(orderDraft, { minLength: 1, maxLength: 12 }),
      async (faults, drafts) => {
        simulator.setFaults(faults)
        const orders_to_send = drafts.map(({ to_bank, by_momo, amount, outcome, copies }) => ({
          gateway: to_bank && !by_momo ? bank : momo,
          order: to_bank ? account({ amount }, `0000${outcome}`) : wallet({ amount }, `8490000${outcome}`),
          copies,
        }))
        const answers = await Promise.all(
          orders_to_send.flatMap(({ gateway, order, copies }) =>
            Array.from({ length: copies }, async () => ({ order, answer: await retryUntilFinal(gateway, order) })),
          ),
        )
        // Wait for late requests and pending orders to end.
        simulator.setFaults({})
        await new Promise((resolve) => setTimeout(resolve, 12))
        simulator.settle()

        const orders = simulator.orders()
        for (const { order, answer } of answers) {
          const theirs = orders.filter(({ order_id }) => order_id === order.order_id)
          expect(theirs.length).toBeLessThanOrEqual(1)
          const expected = { paid: ['paid'], failed: ['failed'], unknown: ['paid', 'failed', undefined], unsent: [] }
          expect(expected[answer.outcome]).toContain(theirs[0]?.status)
          expect(theirs.every(({ amount }) => amount === order.amount)).toBe(true)
        }
        for (const { gateway, order } of orders_to_send) {
          const last = await retryUntilFinal(gateway, order)
          expect(last.outcome).toBe(simulator.orders().find(({ order_id }) => order_id === order.order_id)?.status)
        }
      },
    )
    await fc.assert(property, { numRuns: 30 })

    const { momo: momos, bank: banks } = simulator.totals()
    expect(await momo.balance()).toBe(2_000_000_000 - momos.paid_amount)
    expect(await bank.balance()).toBe(2_000_000_000 - banks.paid_amount)
  },
)
