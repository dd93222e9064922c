/** Shared by the two queues: their different texts, their calls, and how times and products are shown. */
import { useRead } from '#web/call/api.ts'
import { Countdown } from '#web/value/countdown.tsx'
import type { RowOf } from '#web/list/use-list.ts'
import { Row } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { withRight, type AnswerOf } from '#contract/call.ts'
import { infoOf } from '#contract/schema.ts'
import type { heldPage, onlinePage } from '#features/orders/pages.contract.ts'
import { Process, transactionProcess, type Handling } from './process.contract.ts'

export type QueuePage = typeof onlinePage | typeof heldPage
export type ProcessRow = RowOf<typeof transactionProcess.list>
export type ProcessDetailRow = AnswerOf<typeof transactionProcess.detail>

/** A page with its handling and its texts: online orders are printed here, held tickets stay at the point of sale. */
export interface QueueTexts {
  page: QueuePage
  handling: Handling
  subtitle: string
  /** What the remaining time is for. */
  due: string
  photo: string
}

/** The calls of one of the two pages, under its own rights. */
export function callsOf({ work, finish }: QueuePage) {
  return {
    take: withRight(transactionProcess.take, work),
    takeNext: withRight(transactionProcess.takeNext, work),
    updateImage: withRight(transactionProcess.updateImage, work),
    release: withRight(transactionProcess.release, finish),
    releasePreview: withRight(transactionProcess.releasePreview, finish),
    finish: withRight(transactionProcess.finish, finish),
    finishPreview: withRight(transactionProcess.finishPreview, finish),
  }
}

/** Calls outside of the queues whose answers change too. */
export const invalidated = ['cms/order']

export const idOf = ({ process_id }: Pick<ProcessRow, 'process_id'>) => process_id

/** The live counts of a page's queues. */
export function useSummary(handling: Handling) {
  return useRead(transactionProcess.summary, { handling }, { keepPrevious: true })
}

export function textOfProduct({ category, period_code, area_name }: ProcessRow): string {
  const product = infoOf(Process.shape.category)!.options!.find(({ value }) => value === category)!.label
  return [area_name ?? product, `kỳ ${period_code}`].join(', ')
}

/** Amber when little time is left, red when it is nearly or already over. */
export function TimeLeft({ until, ...rest }: { until: string; endText?: string; strong?: boolean }) {
  return <Countdown moment={until} endText="Hết giờ" urgent_s={600} danger_s={180} {...rest} />
}

export function Times({ row, texts }: { row: ProcessRow; texts: QueueTexts }) {
  return (
    <Row gap={3}>
      <Text as="span" tone="muted">
        {texts.due} <TimeLeft until={row.due_at} strong />
      </Text>
      {row.hold_until && (
        <Text as="span" tone="muted">
          Đơn được giữ cho bạn <TimeLeft until={row.hold_until} endText="hết hạn, người khác có thể nhận" strong />
        </Text>
      )}
    </Row>
  )
}
