/** One game: the shown draw with its jackpots and tiers, and the draws before and after it. */
import { PageLink } from '#web/route/link.tsx'
import { useNarrow } from '#web/list/use-narrow.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { useRights } from '#web/session/rights.ts'
import { momentText, numberText } from '#web/value/format.ts'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Kbd } from '#web/ui/action/kbd.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { addDays } from '#web/ui/date/date-text.ts'
import { Inset } from '#web/ui/layout/inset.tsx'
import { Row, Spacer } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { StatStrip } from '#web/ui/show/stat-strip.tsx'
import { StatTile } from '#web/ui/show/stat-tile.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { resultPage } from '#features/results/pages.contract.ts'
import { product, type Product } from '#features/results/product/product.contract.ts'
import { publishedTiers } from '#features/results/result/draw-shape.rules.ts'
import { ResultNumbers } from '#features/results/result/result-text.screen.tsx'
import {
  codeText,
  dayName,
  figure,
  isMatched,
  jackpotsOf,
  longDayName,
  nextJackpot,
  paidOf,
  tierTotals,
} from './draw-facts.screen.tsx'
import { Drawn, isOfBalls } from './drawn.screen.tsx'
import { usePageKeys } from './page-keys.screen.tsx'
import type { SheetDrawRow } from './sheet.contract.ts'
import type { Game } from './use-game.screen.tsx'

interface GameDrawsProps {
  category: Product
  game: Game
  /** Clears the search; null without a search. */
  onClear: (() => void) | null
}

export function GameDraws({ category, game: { read, draws, draw, index, setIndex }, onClear }: GameDrawsProps) {
  const older = () => setIndex(index + 1)
  const newer = () => setIndex(index - 1)
  usePageKeys({ j: older, k: newer })
  if (!read.data) return <ReadFallback read={read} lines={12} />
  if (!draw)
    return onClear ? (
      <EmptyState kind="no-match" title="Không có kỳ nào khớp" onClear={onClear} />
    ) : (
      <EmptyState kind="empty" icon="trophy" title="Chưa có kết quả nào" />
    )
  return (
    <Panel
      flush
      title={
        <Row gap={2} align="baseline">
          {`${draw.name} ${codeText(draw)}`}
          <Text as="span" size="sm" tone="muted">
            {longDayName(draw)}
          </Text>
        </Row>
      }
      actions={
        <Row gap={1}>
          <IconButton
            icon="chevron-left"
            label={`Kỳ trước của ${draw.name}`}
            bordered
            whyNot={index >= draws.length - 1 && 'Không còn kỳ trước trong danh sách'}
            onClick={older}
          />
          <IconButton
            icon="chevron-right"
            label={`Kỳ sau của ${draw.name}`}
            bordered
            whyNot={index === 0 && 'Đây là kỳ mới nhất trong danh sách'}
            onClick={newer}
          />
        </Row>
      }
      bar={
        <Row justify="center">
          <Drawn draw={draw} large />
        </Row>
      }
    >
      <Jackpots draw={draw} draws={draws} />
      <Tiers draw={draw} />
      <Earlier category={category} draws={draws} current={draw} onOpen={(row) => setIndex(draws.indexOf(row))} />
    </Panel>
  )
}

interface JackpotsProps {
  draw: SheetDrawRow
  draws: readonly SheetDrawRow[]
}

/** The jackpots, and the estimate for the next draw. */
function Jackpots({ draw, draws }: JackpotsProps) {
  const jackpots = jackpotsOf(draw)
  const estimate = nextJackpot(draw, draws)
  if (jackpots.length === 0) return null
  return (
    <StatStrip>
      {jackpots.map(({ tier, label, value, note, isWon }, index) => (
        <StatTile key={tier} label={label} value={value}>
          <Text as="span" size="sm" tone={isWon ? 'green' : 'muted'}>
            {note}
          </Text>
          {jackpots.length > 1 && index === 0 && estimate && (
            <Text as="span" size="sm" tone="muted">{`Kỳ sau ${estimate.value.replaceAll(' ', '\u00A0')}`}</Text>
          )}
        </StatTile>
      ))}
      {jackpots.length === 1 && estimate && (
        <StatTile label={estimate.label} value={estimate.value}>
          {estimate.note}
        </StatTile>
      )}
    </StatStrip>
  )
}

const Findings = lazyPart(() => import('./findings.screen.tsx'))

type TierRow = SheetDrawRow['tiers'][number]

function Tiers({ draw }: { draw: SheetDrawRow }) {
  const { can } = useRights()
  const narrow = useNarrow()
  const search = {
    period_id: String(draw.period_id),
    status: String(orderStatus.won),
    from_date: addDays(draw.open_date, -14),
    to_date: draw.open_date,
  }
  const totals = tierTotals(draw.tiers)
  const money = (key: string, head: string, value: (tier: TierRow) => number | null): Column<TierRow> => ({
    key,
    head,
    width: key === 'amount' ? 124 : 112,
    align: 'right',
    cell: (tier) => figure(value(tier)),
  })
  // On a phone the columns that are equal in every draw are hidden.
  const columns: (Column<TierRow> | false)[] = [
    { key: 'label', head: 'Giải', width: 88, grow: true, cell: ({ label }) => label },
    !narrow && isMatched(draw) && { key: 'matched', head: 'Trùng', width: 84, cell: ({ matched }) => matched },
    { key: 'winners', head: 'Số giải', width: 70, align: 'right', cell: ({ winners }) => figure(winners) },
    money('amount', 'Giá trị', ({ amount }) => amount),
    !narrow && money('paid', 'Tổng chi', paidOf),
    {
      key: 'ours',
      head: 'Ta bán',
      width: 62,
      align: 'right',
      cell: ({ ours }) =>
        ours > 0 && can(transactionPage.view) ? (
          <PageLink to={transactionPage.url} search={search}>
            {numberText(ours)}
          </PageLink>
        ) : (
          numberText(ours)
        ),
    },
  ]
  return (
    <Table
      label={`Các hạng giải của ${draw.name} ${codeText(draw)}`}
      rows={draw.tiers}
      rowKey={({ tier }) => tier}
      columns={columns.filter((column) => column !== false)}
      footer={{ winners: figure(totals.winners), paid: figure(totals.paid), ours: numberText(totals.ours) }}
    />
  )
}

interface EarlierProps {
  category: Product
  draws: readonly SheetDrawRow[]
  current: SheetDrawRow
  onOpen: (row: SheetDrawRow) => void
}

function Earlier({ category, draws, current, onOpen }: EarlierProps) {
  const { can } = useRights()
  const [jackpot] = publishedTiers(category)
  const narrow = useNarrow()
  const numbers: Column<SheetDrawRow> = {
    key: 'numbers',
    head: 'Bộ số',
    width: narrow ? 232 : 258,
    grow: true,
    cell: (row) => (isOfBalls(row) ? <Drawn draw={row} /> : <ResultNumbers row={row} />),
  }
  const day: Column<SheetDrawRow> = {
    key: 'day',
    head: 'Ngày',
    width: category === product.lotto535 ? 94 : 84,
    cell: (row) => <Moment row={row} />,
  }
  return (
    <>
      <Inset>
        <Findings draw={current} draws={draws} />
        <Row>
          <Text strong>Kỳ trước</Text>
          <Kbd keys={['J', 'K']} />
          <Spacer />
          {can(resultPage.view) && (
            <PageLink to={resultPage.url} search={{ category: String(category) }}>
              Xem tất cả
            </PageLink>
          )}
        </Row>
      </Inset>
      <Table
        label={`Các kỳ trước của ${current.name}`}
        rows={draws}
        rowKey={({ period_id }) => period_id}
        onOpen={onOpen}
        isRowActive={(row) => row === current}
        density="compact"
        columns={
          narrow
            ? [day, numbers]
            : [
                { key: 'code', head: 'Kỳ', width: 72, cell: codeText },
                day,
                numbers,
                {
                  key: 'jackpot',
                  head: jackpot?.label ?? '',
                  width: jackpot ? 118 : 1,
                  align: 'right',
                  cell: ({ published }) =>
                    jackpot && published?.[jackpot.tier] ? numberText(published[jackpot.tier]!.amount) : '',
                },
              ]
        }
      />
    </>
  )
}

/** The day of a draw; with the hour for games with two draws a day. */
function Moment({ row }: { row: SheetDrawRow }) {
  return (
    <Text as="span" cut>
      {row.category === product.lotto535
        ? momentText(row.draw_at).slice(0, 5) + momentText(row.draw_at).slice(10)
        : dayName(row)}
    </Text>
  )
}
