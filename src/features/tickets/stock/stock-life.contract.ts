/** The states of a store's stock of one draw. */
import { lifecycle, type StatusOf } from '#contract/lifecycle.ts'

export const stockLife = lifecycle({
  states: {
    open: [1, 'Đang mở', 'green', 'Kho chưa chốt hoàn vé của kỳ này.', 'ticket_return_invalid'],
    closed: [2, 'Đã chốt hoàn', 'neutral', 'Đã chốt hoàn vé.', 'ticket_return_closed'],
    calculated: [3, 'Đã tính thưởng', 'neutral', 'Vé đã được tính thưởng.', 'tickets_calculated'],
  },
  moves: {
    close: { from: ['open'], to: 'closed' },
    calculate: { from: ['closed'], to: 'calculated' },
    /** A result was reopened: its prizes are taken back. */
    revoke: { from: ['calculated'], to: 'closed' },
  },
})
export const stockStatus = stockLife.status
export type StockStatus = StatusOf<typeof stockLife>
