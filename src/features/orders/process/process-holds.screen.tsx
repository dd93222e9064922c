/** The orders that the person has and has not finished: they stay theirs over a reload, for as long as the time says. */
import { useRead } from '#web/api.ts'
import { Countdown } from '#web/countdown.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { RecordList } from '#web/ui/record-list.tsx'
import { Mono, Text } from '#web/ui/text.tsx'
import { infoOf } from '#contract/schema.ts'
import { moneyText } from '#contract/money-text.ts'
import { Process, transactionProcess } from './process.contract.ts'
import type { ProcessRow, Work } from './process-words.screen.tsx'

interface HoldsProps {
  work: Work
  onOpen: (process_id: number) => void
}

const most_shown = 3

export function Holds({ work, onOpen }: HoldsProps) {
  const { data } = useRead(transactionProcess.list, { handling: work.way, mine: true, page_size: 10 }, { keep: true })
  const items = data?.items ?? []
  if (items.length === 0) return null
  const more = (data?.total ?? items.length) - most_shown
  return (
    <Panel title={`Bạn đang giữ ${data?.total ?? items.length} đơn`}>
      <RecordList
        items={items.slice(0, most_shown).map((row) => ({
          key: row.process_id,
          title: (
            <>
              <Mono>{row.process_id}</Mono> {textOfProduct(row)}
            </>
          ),
          badge: row.image_count > 0 && <Badge tone="green">{`${row.image_count} ảnh`}</Badge>,
          lines: [`${row.numbers} · ${moneyText(row.total)}`, <Times key="times" row={row} work={work} />],
          action: (
            <Button size="sm" icon="arrow-right" onClick={() => onOpen(row.process_id)}>
              Làm tiếp
            </Button>
          ),
        }))}
      />
      {more > 0 && <Text tone="muted">{`Và ${more} đơn nữa, ở hàng đợi Đang xử lý.`}</Text>}
    </Panel>
  )
}

export function textOfProduct({ category, period_code, area_name }: ProcessRow): string {
  const product = infoOf(Process.shape.category)!.options!.find(({ value }) => value === category)!.label
  return [area_name ?? product, `kỳ ${period_code}`].join(', ')
}

/** Amber when it becomes short, red when it is nearly over or is. */
export function TimeLeft({ until, ...more }: { until: string; over?: string; strong?: boolean }) {
  return <Countdown at={until} over="Hết giờ" urgent_s={600} danger_s={180} {...more} />
}

export function Times({ row, work }: { row: ProcessRow; work: Work }) {
  return (
    <Row gap={3}>
      <Text as="span" tone="muted">
        {work.due} <TimeLeft until={row.due_at} strong />
      </Text>
      {row.hold_until && (
        <Text as="span" tone="muted">
          Giữ cho bạn <TimeLeft until={row.hold_until} over="hết giờ, người khác có thể nhận" strong />
        </Text>
      )}
    </Row>
  )
}
