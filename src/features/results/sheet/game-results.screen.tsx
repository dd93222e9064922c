/** The last draw of every game, with buttons to earlier ones, and the alarms of the result feed. */
import { useState, type ReactNode } from 'react'
import { infoOf } from '#contract/schema.ts'
import { useRead } from '#web/call/api.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { momentText } from '#web/value/format.ts'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Row, Stack, Toolbar } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Mono, Text } from '#web/ui/layout/text.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { game, product } from '#features/results/product/product.contract.ts'
import { FeedAlarms } from '#features/results/feed/feed-alarms.screen.tsx'
import { Drawn } from './drawn.screen.tsx'
import { sheet, type SheetDrawRow } from './sheet.contract.ts'

export function GameResults({ choice }: { choice: ReactNode }) {
  const read = useRead(sheet.latest, {}, { keepPrevious: true })
  return (
    <Stack>
      <Panel>
        <Toolbar>{choice}</Toolbar>
      </Panel>
      <FeedAlarms />
      {read.data ? (
        <Grid columns={3} even>
          {read.data.items.map((draw) => (
            <GameCard key={draw.category} latest={draw} />
          ))}
          {withoutResult(read.data.items).map(({ value, label }) => (
            <Panel key={value} title={label}>
              <EmptyState kind="empty" icon="trophy" title="Chưa có kết quả nào" />
            </Panel>
          ))}
        </Grid>
      ) : (
        <ReadFallback read={read} lines={12} />
      )}
    </Stack>
  )
}

const all_games = infoOf(game())!.options!

/** Games without any result yet. Max 4D is not drawn any more, so it is shown only when it has old results. */
function withoutResult(items: readonly SheetDrawRow[]) {
  const categories = new Set<unknown>([...items.map(({ category }) => category), product.max4d])
  return all_games.filter(({ value }) => !categories.has(value))
}

/** Shows the last draw; an earlier one is loaded when it is opened. */
function GameCard({ latest }: { latest: SheetDrawRow }) {
  const { draw, isFirst, older, newer } = useDraws(latest)
  return (
    <Panel
      title={latest.name}
      actions={
        <Row gap={1}>
          <IconButton
            icon="chevron-left"
            label={`Kỳ trước của ${latest.name}`}
            size="sm"
            whyNot={isFirst && 'Không có kỳ trước'}
            onClick={older}
          />
          <IconButton
            icon="chevron-right"
            label={`Kỳ sau của ${latest.name}`}
            size="sm"
            whyNot={newer === null && 'Đây là kỳ mới nhất'}
            onClick={() => newer?.()}
          />
        </Row>
      }
    >
      <Stack gap={2}>
        <Text size="sm" tone="muted">
          <Mono>{draw.period_code}</Mono> · {momentText(draw.draw_at)}
        </Text>
        <Drawn draw={draw} />
      </Stack>
    </Panel>
  )
}

/** The shown draw: the last one or an earlier one; while another one loads, the old one stays visible. */
function useDraws(latest: SheetDrawRow) {
  const [befores, setBefores] = useState<readonly number[]>([])
  const earlier_code = befores.at(-1)
  const read = useRead(
    sheet.latest,
    { category: latest.category, before: earlier_code ?? null },
    { enabled: earlier_code !== undefined, keepPrevious: true },
  )
  const isFirst = earlier_code !== undefined && read.data?.items.length === 0
  const draw = (earlier_code === undefined ? null : read.data?.items[0]) ?? latest
  return {
    draw,
    isFirst,
    older: () => setBefores([...befores, draw.period_id]),
    newer: earlier_code === undefined ? null : () => setBefores(befores.slice(0, -1)),
  }
}
