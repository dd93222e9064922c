/** The numbers of a draw, and the states of its result. */
import * as z from 'zod/mini'
import { list, text } from '#contract/fields.ts'
import { lifecycle, type StatusOf } from '#contract/lifecycle.ts'
import type { DrawnNumbers } from './draw-shape.rules.ts'

const not_by_maker = 'Người nhập kết quả không được tự xác nhận, cần người thứ hai nhập lại.'

export const resultLife = lifecycle({
  states: {
    entered: [1, 'Chờ xác nhận', 'amber', 'Kết quả đang chờ người thứ hai xác nhận.'],
    confirmed: [2, 'Đã xác nhận', 'green', 'Kết quả đã được xác nhận.', 'period_already_drawn'],
    reopened: [3, 'Đã mở lại', 'red', 'Kết quả đã mở lại, cần nhập lại số đúng trước.'],
  },
  moves: {
    change: { from: ['entered', 'reopened'], to: 'entered' },
    confirm: { from: ['entered'], to: 'confirmed', notBy: { changed_by: not_by_maker } },
    reopen: {
      from: ['confirmed'],
      to: 'reopened',
      notBy: { reopen_requested_by: 'Bạn đã yêu cầu mở lại kết quả này, cần người thứ hai đồng ý.' },
    },
  },
})
export const resultStatus = resultLife.status
export type ResultStatus = StatusOf<typeof resultLife>

/** The groups of numbers of the printed sheets, see draw-shape.rules.ts. */
export const draw_keys = [
  'special',
  'series',
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'main',
  'extra',
] as const satisfies readonly (keyof DrawnNumbers)[]

const drawn = () => z.optional(list('Các số', text('Số', 8), 27))
/** Numbers are text because leading zeros matter; `drawShape` has the groups of each product. */
export const drawnNumbers = () =>
  z.object(
    Object.fromEntries(draw_keys.map((key) => [key, drawn()])) as Record<keyof DrawnNumbers, ReturnType<typeof drawn>>,
  )
