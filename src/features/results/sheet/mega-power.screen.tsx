/** Mega, Power and the other games with jackpots: balls, tiers with their winners and amounts, earlier draws a key away. */
import { createLink } from '@tanstack/react-router'
import { useState } from 'react'
import { moneyText } from '#contract/text/money-text.ts'
import { useRead } from '#web/call/api.ts'
import { useAddressValue } from '#web/list/use-list.ts'
import { useNarrow } from '#web/list/use-narrow.ts'
import { useLive } from '#web/live/reads.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { useRights } from '#web/session/rights.ts'
import { dayText, momentText, numberText, shortDayText } from '#web/value/format.ts'
import { Button, LinkButton } from '#web/ui/action/button.tsx'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Kbd } from '#web/ui/action/kbd.tsx'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { addDays } from '#web/ui/date/date-text.ts'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Row, Stack, Toolbar } from '#web/ui/layout/layout.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Text, TextLink } from '#web/ui/layout/text.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { StatTile } from '#web/ui/show/stat-tile.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { checkPage, megaPowerPage } from '#features/results/pages.contract.ts'
import { product, type Product } from '#features/results/product/product.contract.ts'
import { publishedTiers } from '#features/results/result/draw-shape.rules.ts'
import { publishedFindings } from '#features/results/result/published.rules.ts'
import { ResultNumbers } from '#features/results/result/result-text.screen.tsx'
import { Drawn, isOfBalls } from './game-results.screen.tsx'
import { usePageKeys } from './page-keys.screen.tsx'
import { sheet, type SheetDrawRow } from './sheet.contract.ts'

const views = {
  both: { label: 'Mega + Power', categories: [product.mega645, product.power655] },
  mega: { label: 'Mega 6/45', categories: [product.mega645] },
  power: { label: 'Power 6/55', categories: [product.power655] },
  lotto: { label: 'Lotto 5/35', categories: [product.lotto535] },
  max3d: { label: 'Max 3D', categories: [product.max3d] },
  max3d_pro: { label: 'Max 3D Pro', categories: [product.max3d_pro] },
} as const
type View = keyof typeof views
const earlier_draws = 30

const CheckLink = createLink(LinkButton)

export default function MegaPowerScreen() {
  useLive(['results'])
  const { can } = useRights()
  const [given, setGame] = useAddressValue('game')
  const view: View = given !== null && given in views ? (given as View) : 'both'
  const { categories } = views[view]
  const narrow = useNarrow()
  const choice = {
    value: view,
    onChange: (next: View) => setGame(next === 'both' ? null : next),
    options: Object.entries(views).map(([value, { label }]) => ({ value: value as View, label })),
  }
  return (
    <Screen fill={false}>
      <PageHeader
        title={megaPowerPage.title}
        actions={
          <>
            {can(checkPage.view) && (
              <CheckLink to={checkPage.url} icon="search">
                Dò vé
              </CheckLink>
            )}
            <Button icon="document" onClick={() => print()}>
              In A4
            </Button>
          </>
        }
      />
      <Panel>
        <Toolbar>
          {narrow ? (
            <Field label="Trò chơi" labelHidden>
              <Select {...choice} />
            </Field>
          ) : (
            <Segmented<View> aria-label="Trò chơi" {...choice} />
          )}
        </Toolbar>
      </Panel>
      <Grid columns={categories.length === 2 ? 2 : 1}>
        {categories.map((category) => (
          <Game key={category} category={category} />
        ))}
      </Grid>
    </Screen>
  )
}

function Game({ category }: { category: Product }) {
  const read = useRead(sheet.latest, { category, draws: earlier_draws }, { keep: true })
  const [at, setAt] = useState(0)
  const draws = read.data?.items ?? []
  const draw = draws[Math.min(at, draws.length - 1)]
  const older = () => setAt(Math.min(at + 1, draws.length - 1))
  const newer = () => setAt(Math.max(at - 1, 0))
  usePageKeys({ j: older, k: newer })
  if (!read.data) return <ReadFallback read={read} lines={12} />
  if (!draw) return <EmptyState kind="empty" icon="trophy" title="Chưa có kết quả nào" />
  return (
    <Panel
      title={`${draw.name} ${codeText(draw)}, ${dayText(draw.open_date)}`}
      actions={
        <Row gap={1}>
          <IconButton
            icon="chevron-left"
            label={`Kỳ trước của ${draw.name}`}
            bordered
            whyNot={at >= draws.length - 1 && 'Không còn kỳ trước trong danh sách'}
            onClick={older}
          />
          <IconButton
            icon="chevron-right"
            label={`Kỳ sau của ${draw.name}`}
            bordered
            whyNot={at === 0 && 'Đây là kỳ mới nhất'}
            onClick={newer}
          />
        </Row>
      }
    >
      <Stack gap={4}>
        <Row justify="center">
          <Drawn draw={draw} large />
        </Row>
        <Jackpots draw={draw} before={draws[draws.indexOf(draw) + 1]} />
        <Tiers draw={draw} />
        <Earlier draws={draws} current={draw} onOpen={(row) => setAt(draws.indexOf(row))} />
      </Stack>
    </Panel>
  )
}

const codeText = ({ period_code }: SheetDrawRow) => `#${period_code.split('-').at(-1)}`

interface JackpotsProps {
  draw: SheetDrawRow
  /** The draw just before. */
  before: SheetDrawRow | undefined
}

/** What grows until somebody wins it, with what it was the draw before; and whether it can be so by the game's rules. */
function Jackpots({ draw, before }: JackpotsProps) {
  const tiers = publishedTiers(draw.category).filter(({ when }) => when === 'always')
  if (tiers.length === 0 || !draw.published) return null
  const findings = publishedFindings(draw.category, draw.published, before?.published ?? null)
  const doubts = findings.filter(({ level }) => level !== 'fine')
  return (
    <>
      <Grid columns={2} even>
        {tiers.map(({ tier, label }) => {
          const published = draw.published?.[tier]
          return (
            <StatTile key={tier} label={label} value={published ? moneyText(published.amount) : '–'}>
              {published && (published.winners === 0 ? 'Chưa có người trúng' : `${numberText(published.winners)} giải`)}
            </StatTile>
          )
        })}
      </Grid>
      {doubts.length === 0 ? (
        <Text size="sm" tone="green">
          Khớp quy tắc công bố của trò chơi
        </Text>
      ) : (
        doubts.map(({ message }) => (
          <Text key={message} size="sm" tone="amber">
            {message}
          </Text>
        ))
      )}
    </>
  )
}

const Link = createLink(TextLink)

function Tiers({ draw }: { draw: SheetDrawRow }) {
  const { can } = useRights()
  const search = {
    period_id: String(draw.period_id),
    status: String(orderStatus.won),
    from_date: addDays(draw.open_date, -14),
    to_date: draw.open_date,
  }
  const total = draw.tiers.reduce((sum, { ours }) => sum + ours, 0)
  const narrow = useNarrow()
  // Those that are told of stand above, with the jackpots: on a phone their room is needed.
  const winners: Column<SheetDrawRow['tiers'][number]> = {
    key: 'winners',
    head: 'Số giải',
    width: 80,
    align: 'right',
    cell: (tier) => (tier.winners === null ? '–' : numberText(tier.winners)),
  }
  return (
    <Table
      label={`Các hạng giải của ${draw.name} ${codeText(draw)}`}
      rows={draw.tiers}
      rowKey={({ tier }) => tier}
      columns={[
        { key: 'label', head: 'Giải', width: 130, grow: true, cell: ({ label }) => label },
        ...(narrow ? [] : [winners]),
        {
          key: 'amount',
          head: 'Giá trị',
          width: 140,
          align: 'right',
          cell: ({ amount }) => (amount === null ? '–' : moneyText(amount)),
        },
        {
          key: 'ours',
          head: 'Ta bán',
          width: narrow ? 64 : 80,
          align: 'right',
          cell: ({ ours }) =>
            ours > 0 && can(transactionPage.view) ? (
              <Link to={transactionPage.url} search={search as never}>
                {numberText(ours)}
              </Link>
            ) : (
              numberText(ours)
            ),
        },
      ]}
      footer={{ ours: numberText(total) }}
    />
  )
}

interface EarlierProps {
  draws: readonly SheetDrawRow[]
  current: SheetDrawRow
  onOpen: (row: SheetDrawRow) => void
}

function Earlier({ draws, current, onOpen }: EarlierProps) {
  const [jackpot] = publishedTiers(current.category)
  const narrow = useNarrow()
  const numbers: Column<SheetDrawRow> = {
    key: 'numbers',
    head: 'Bộ số',
    width: narrow ? 232 : 268,
    grow: true,
    cell: (row) => (isOfBalls(row) ? <Drawn draw={row} /> : <ResultNumbers row={row} />),
  }
  const day: Column<SheetDrawRow> = {
    key: 'day',
    head: 'Ngày',
    width: current.category === product.lotto535 ? 94 : 58,
    cell: (row) => <Moment row={row} />,
  }
  return (
    <Stack gap={2}>
      <Row>
        <Text strong>Kỳ trước</Text>
        <Kbd keys={['J', 'K']} />
      </Row>
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
                  width: jackpot ? 128 : 1,
                  align: 'right',
                  cell: ({ published }) =>
                    jackpot && published?.[jackpot.tier] ? numberText(published[jackpot.tier]!.amount) : '',
                },
              ]
        }
      />
    </Stack>
  )
}

/** The day, and the hour for whoever looks closer. */
function Moment({ row }: { row: SheetDrawRow }) {
  return (
    <Text as="span" cut>
      {row.category === product.lotto535
        ? momentText(row.draw_at).slice(0, 5) + momentText(row.draw_at).slice(10)
        : shortDayText(row.open_date)}
    </Text>
  )
}
