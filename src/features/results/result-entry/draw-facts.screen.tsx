/** The draw of a result, and the steps of the result. */
import { dayText, momentText } from '#web/value/format.ts'
import { Row } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import type { PeriodRow } from '#features/results/period/period.contract.ts'

/** The draw of an existing result or of one that is being entered. */
export type EnteredDraw = Pick<
  PeriodRow,
  'period_id' | 'category' | 'open_date' | 'name' | 'period_code' | 'draw_at' | 'area_id'
>

const steps = ['Nhập', 'Người thứ hai nhập lại', 'Tính thưởng'] as const

/** The steps of a result with the current one highlighted. */
export function Steps({ current }: { current: 1 | 2 | 3 }) {
  return (
    <Row gap={2}>
      {steps.map((step, index) =>
        index + 1 === current ? (
          <Badge key={step} tone="blue">{`${index + 1} ${step}`}</Badge>
        ) : (
          <Text key={step} as="span" tone="muted" size="sm">{`${index + 1 < current ? '✓' : index + 1} ${step}`}</Text>
        ),
      )}
    </Row>
  )
}

export function DrawFacts({ draw }: { draw: EnteredDraw }) {
  return (
    <Panel>
      <DescriptionList
        columns={3}
        items={[
          { label: draw.area_id === null ? 'Sản phẩm' : 'Đài', value: draw.name },
          { label: 'Mã kỳ', value: `${draw.period_code} · ngày ${dayText(draw.open_date)}` },
          { label: 'Giờ quay', value: momentText(draw.draw_at) },
        ]}
      />
    </Panel>
  )
}
