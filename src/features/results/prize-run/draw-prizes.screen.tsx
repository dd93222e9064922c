/** The tab 'Tính thưởng' of a result: the progress of the prize run, the prizes, and the changes by a corrected result. */
import { moneyText } from '#contract/text/money-text.ts'
import { infoOf } from '#contract/schema.ts'
import { useRead } from '#web/call/api.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { momentText, numberText } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { Progress } from '#web/ui/message/progress.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { ChangesTable } from './changes-table.screen.tsx'
import { DrawPrizes, drawPrizes, runStatus, type DrawPrizesRow } from './prize-run.contract.ts'

/** Polled, because there is no live event for each batch. */
const progress_interval_ms = 5_000

export default function DrawPrizesTab({ period_id }: { period_id: number }) {
  const read = useRead(drawPrizes.prizes, { period_id }, { every_ms: progress_interval_ms })
  if (!read.data) return <ReadFallback read={read} lines={6} />
  const { run, tiers, shops, changes } = read.data
  if (!run) return <Text tone="muted">Tiền thưởng được tính ngay khi kết quả được xác nhận.</Text>
  return (
    <Stack gap={4}>
      <RunState run={run} />
      {changes.length > 0 && (
        <Stack gap={2}>
          <Heading level={3}>Chênh lệch sau khi mở lại</Heading>
          <ChangesTable label="Chênh lệch sau khi mở lại" changes={changes} adviceOf={adviceOf} />
        </Stack>
      )}
      {tiers.length > 0 && <Tiers tiers={tiers} />}
      {shops.length > 0 && <Shops shops={shops} />}
    </Stack>
  )
}

const statusInfo = infoOf(DrawPrizes.shape.run.def.innerType.shape.status)

function RunState({ run }: { run: NonNullable<DrawPrizesRow['run']> }) {
  const { orders, orders_left, won_orders, reason, finished_at } = run
  const all = orders + orders_left
  return (
    <Stack gap={2}>
      <Row>
        {show(statusInfo, run.status)}
        <Text tone="muted">
          {`${numberText(orders)} đơn, ${numberText(won_orders)} trúng${finished_at === null ? '' : ` · xong lúc ${momentText(finished_at, true)}`}`}
        </Text>
      </Row>
      {run.status === runStatus.under_way && (
        <Progress label="Đang tính thưởng" value={all === 0 ? null : Math.floor((orders * 100) / all)} />
      )}
      {reason !== null && run.status === runStatus.stuck && (
        <Banner kind="error" title="Chưa tính được thưởng">
          {reason}
        </Banner>
      )}
    </Stack>
  )
}

function Tiers({ tiers }: { tiers: DrawPrizesRow['tiers'] }) {
  const sum = (valueOf: (row: DrawPrizesRow['tiers'][number]) => number) =>
    tiers.reduce((total, row) => total + valueOf(row), 0)
  return (
    <Stack gap={2}>
      <Heading level={3}>Theo giải</Heading>
      <Table
        label="Theo giải"
        rows={tiers}
        rowKey={({ tier }) => tier}
        columns={[
          { key: 'label', head: 'Giải', width: 150, grow: true, cell: ({ label }) => label },
          { key: 'prizes', head: 'Số giải', width: 84, align: 'right', cell: ({ prizes }) => numberText(prizes) },
          { key: 'gross', head: 'Tiền thưởng', width: 140, align: 'right', cell: ({ gross }) => moneyText(gross) },
          {
            key: 'unsold',
            head: 'Vé tồn trúng',
            width: 140,
            align: 'right',
            cell: ({ unsold_gross }) => (unsold_gross === 0 ? '' : moneyText(unsold_gross)),
          },
        ]}
        footer={{
          prizes: numberText(sum(({ prizes }) => prizes)),
          gross: moneyText(sum(({ gross }) => gross)),
          unsold: moneyText(sum(({ unsold_gross }) => unsold_gross)),
        }}
      />
    </Stack>
  )
}

function Shops({ shops }: { shops: DrawPrizesRow['shops'] }) {
  return (
    <Stack gap={2}>
      <Heading level={3}>Theo điểm bán</Heading>
      <Table
        label="Theo điểm bán"
        rows={shops}
        rowKey={({ pos_id }) => pos_id}
        columns={[
          { key: 'pos_name', head: 'Điểm bán', width: 200, grow: true, cell: ({ pos_name }) => pos_name },
          { key: 'prizes', head: 'Số giải', width: 84, align: 'right', cell: ({ prizes }) => numberText(prizes) },
          { key: 'gross', head: 'Tiền thưởng', width: 140, align: 'right', cell: ({ gross }) => moneyText(gross) },
        ]}
      />
    </Stack>
  )
}

function adviceOf({ before, after, is_paid }: DrawPrizesRow['changes'][number]): string {
  if (after === null) return is_paid ? 'Đã trả, chờ tính lại' : ''
  if (!is_paid) return 'Đã đổi theo kết quả mới'
  return after > before ? `Còn thiếu ${moneyText(after - before)}` : `Đã trả thừa ${moneyText(before - after)}`
}
