/** A list on screen: heads, looks and widths from the contract; columns and density as the person likes them; every phase of loading. */
import type { ReactNode } from 'react'
import { infoOf } from '#contract/schema.ts'
import { menuItemsOf, runAct, type RowAct } from '#web/action/act.tsx'
import type { BulkBarProps } from '#web/action/bulk-bar.tsx'
import { useSelection, type BulkSetup } from '#web/action/bulk.ts'
import { ColumnButton } from './column-button.tsx'
import { identityOf, planOf, shownOf, sumShapeOf, type ColumnPlan, type ColumnSpec } from './columns.ts'
import { ExportButton } from '#web/excel/export/export-button.tsx'
import type { ServerExport } from '#web/excel/export/export-panel.tsx'
import { isNumeric, show } from '#web/value/kinds.tsx'
import { usePage } from '#web/route/page-context.ts'
import { ListPager } from './list-pager.tsx'
import { useRights } from '#web/session/rights.ts'
import { Button } from '#web/ui/action/button.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Spacer, Stack } from '#web/ui/layout/layout.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Menu } from '#web/ui/action/menu.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { RowAction } from '#web/ui/table/row-action.tsx'
import { Table, type Column, type Sort } from '#web/ui/table/table.tsx'
import type { TableProps } from '#web/ui/table/table-types.ts'
import { sortableOf, type List } from './use-list.ts'
import { useNarrow } from './use-narrow.ts'
import { usePreference, type Preference } from './use-preference.ts'
import type { CardsProps } from './cards.tsx'
import type { NoRowsProps } from './no-rows.tsx'
import { ListBar } from './list-bar.tsx'
import { labelledAct } from './row-acts.ts'
import { ViewStrip } from './view-strip.tsx'

const Cards = lazyPart(() => import('./cards.tsx'))
const NoRows = lazyPart(() => import('./no-rows.tsx'))
const BulkBar = lazyPart(() => import('#web/action/bulk-bar.tsx'), {
  wanted: ({ selection }: BulkBarProps) => selection.count > 0,
})

export interface DataTableProps<Row extends object> {
  list: List<Row>
  columns: readonly ColumnSpec<Row>[]
  /** What is listed, in the words of a count: 'tài khoản'. */
  noun: string
  acts?: (row: Row) => readonly RowAct[]
  /** A row is opened: by a click on it, or by Enter; with Ctrl as a page of its own. */
  onOpen?: (row: Row, asPage?: boolean) => void
  isOpen?: (row: Row) => boolean
  /** Ready-made filters in a line of their own: the queues that wait for someone. */
  queues?: ReactNode
  /** Stands above the rows: the SearchBar. */
  search?: ReactNode
  /** What the totals include or leave out: 'Tổng cộng, không gồm đã xóa'. */
  totalsName?: ReactNode
  /** What stands in the row of totals beside the sums, by column: a change, a share. */
  totals?: Readonly<Record<string, ReactNode>>
  /** What can be done to many rows at once, after a dry run. */
  bulk?: BulkSetup<Row>
  /** Where the server writes the file. */
  byServer?: ServerExport
  /** The first step, where there is nothing at all yet. */
  start?: ReactNode
  /** Where nothing is found: how to look further than the filters do that were set beforehand. */
  wider?: ReactNode
}

/** With more columns than this a row is a card on a phone. */
const most_columns_of_phone = 4

/** Where nothing is done to many rows, none is ever chosen. */
const notChosen = () => 0

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { list, noun, acts, onOpen, isOpen, queues, search, start, wider } = props
  const { can } = useRights()
  const page = usePage()
  const bulk = props.bulk && can(props.bulk.run) ? props.bulk : null
  const selection = useSelection(list, props.bulk?.idOf ?? notChosen)
  const plan = planOf<Row>(list.call, props.columns)
  const identity = identityOf(plan)
  const [preference, prefer] = usePreference(list.call, identity)
  const isNarrow = useNarrow()
  // Of the little room on a phone nothing is taken that nobody has asked for.
  const isOwn = isNarrow && preference.pinned.join() === identity
  const arranged = isOwn ? { ...preference, pinned: [] } : preference
  const shown = shownOf(plan, arranged, isNarrow)
  const possible = (row: Row) => (acts?.(row) ?? []).filter((act) => can(act.call))
  const hasActs = list.rows.some((row) => possible(row).length > 0)

  const columns = shown.map((column) => tableColumn(column, list, arranged))
  // On a phone the rows' numbers give way to what the rows say, unless the totals would then have no place for their name.
  const [first] = columns
  const isNumbered = !isNarrow || (first !== undefined && first.key in sumShapeOf(list.call))
  const rowsProps = {
    label: `Danh sách ${noun}`,
    footer: beside(totalsOf(list), props.totals),
    footerName: props.totalsName,
    rows: list.rows,
    sort: sortOf(list.state.sort),
    onSort: (sort: Sort | null) => list.sort(sort && (sort.dir === 'asc' ? sort.key : `-${sort.key}`)),
    loading: list.phase === 'loading',
    busy: list.fetching && list.phase === 'rows',
    empty: <Nothing list={list} noun={noun} start={start} wider={wider} />,
    ...(bulk && { rowKey: bulk.idOf, selected: selection.ids, onSelect: selection.tick }),
    ...(onOpen && { onOpen }),
    ...(isOpen && { isRowActive: isOpen }),
    ...(hasActs && {
      actions: (row: Row) => <Acts acts={possible(row)} isNarrow={isNarrow} />,
      actionsWidth: 46,
    }),
  }
  return (
    <Panel
      flush
      fill
      strip={
        <>
          {queues}
          {list.address && <ViewStrip list={list} address={list.address} />}
          <Spacer />
          <ExportButton list={list} columns={shown} noun={noun} page={page} byServer={props.byServer} />
        </>
      }
      bar={
        <ListBar
          tools={
            <>
              <ColumnButton plan={plan} preference={preference} prefer={prefer} />
              <IconButton
                icon="refresh"
                label="Tải lại"
                busy={list.fetching && list.phase !== 'loading'}
                onClick={list.reload}
              />
            </>
          }
        >
          {search}
        </ListBar>
      }
      footer={
        <Stack gap={2}>
          {bulk && <BulkBar list={list} bulk={bulk as unknown as BulkSetup} selection={selection} noun={noun} />}
          <ListPager list={list} unit={noun} />
        </Stack>
      }
    >
      {isNarrow && shown.length > most_columns_of_phone ? (
        <Cards {...({ ...rowsProps, plan: shown, columns, identity } as unknown as CardsProps)} />
      ) : (
        <Table<Row>
          {...rowsProps}
          fill
          density={preference.density}
          columns={[
            ...(isNumbered
              ? [
                  numberColumn(
                    list,
                    columns.some(({ pinned }) => pinned),
                  ),
                ]
              : []),
            ...columns,
          ]}
          onWidths={(changes) => prefer({ ...preference, widths: widthsAfter(preference.widths, changes) })}
        />
      )}
    </Panel>
  )
}

/**
 * What is done most in words, while the row is pointed at or has the focus; the rest, and whatever destroys, in its menu. On a phone all of it is
 * in the menu.
 */
function Acts({ acts, isNarrow }: { acts: readonly RowAct[]; isNarrow: boolean }) {
  const [first] = acts
  if (!first) return null
  if (acts.length === 1 && !first.danger) return <ActIcon act={first} />
  const said = labelledAct(acts, isNarrow)
  const others = said ? acts.slice(1) : acts
  return (
    <>
      {said && (
        <RowAction>
          <Button size="sm" whyNot={said.whyNot} onClick={() => void runAct(said)}>
            {said.label}
          </Button>
        </RowAction>
      )}
      <Menu label="Thao tác khác" items={menuItemsOf(others)} />
    </>
  )
}

function ActIcon({ act }: { act: RowAct }) {
  return (
    <IconButton
      icon={act.icon ?? 'arrow-right'}
      label={act.label}
      whyNot={act.whyNot}
      onClick={() => void runAct(act)}
    />
  )
}

/** Stands in for the rows where there are none. What failed is told without fetching anything more. */
function Nothing<Row extends object>({ list, ...rest }: NoRowsProps<Row>) {
  if (list.phase !== 'failed') return <NoRows {...({ list, ...rest } as unknown as NoRowsProps<object>)} />
  const { failure } = list
  return (
    <EmptyState
      kind="error"
      message={failure?.message}
      onRetry={list.reload}
      {...(failure && { transid: failure.transid })}
    />
  )
}

/** Stays left of what is pinned. */
function numberColumn<Row extends object>({ state }: List<Row>, pinned: boolean): Column<Row> {
  const before = (Number(state.page_index) - 1) * Number(state.page_size)
  const cell = (_: Row, index: number) => before + index + 1
  return { key: 'stt', head: 'STT', width: 52, fixed: true, pinned, align: 'right', cell }
}

function tableColumn<Row extends object>(
  { key, head, info, cell, ...column }: ColumnPlan<Row>,
  list: List<Row>,
  { widths, pinned }: Preference,
): Column<Row> {
  const isPinned = pinned.includes(key)
  return {
    key,
    head,
    width: widths[key] ?? column.width,
    grow: column.grow && !isPinned && widths[key] === undefined,
    pinned: isPinned,
    align: isNumeric(info?.kind) ? 'right' : 'left',
    sortable: sortableOf(list.call).has(key),
    cell: cell ?? ((row) => show(info, (row as Record<string, unknown>)[key])),
  }
}

function widthsAfter(widths: Preference['widths'], changes: Record<string, number | null>): Preference['widths'] {
  const next = Object.entries({ ...widths, ...changes })
  return Object.fromEntries(next.filter((entry): entry is [string, number] => entry[1] !== null))
}

type Footer = TableProps<object>['footer']

/** The sums of the whole filtered set, or why they are not there. */
function totalsOf<Row extends object>({ call, sums, uncounted }: List<Row>): Footer {
  const fields = Object.entries(sumShapeOf(call))
  if (fields.length === 0) return undefined
  if (sums === null) return 'Quá nhiều dòng để cộng. Hãy thêm bộ lọc.'
  if (sums === undefined && uncounted) return 'Chưa cộng được.'
  return Object.fromEntries(fields.map(([name, field]) => [name, sums ? show(infoOf(field), sums[name]) : '…']))
}

function beside(sums: Footer, more: Readonly<Record<string, ReactNode>> | undefined): Footer {
  return typeof sums === 'object' && more ? { ...sums, ...more } : sums
}

function sortOf(sort: unknown): Sort | null {
  if (typeof sort !== 'string') return null
  return sort.startsWith('-') ? { key: sort.slice(1), dir: 'desc' } : { key: sort, dir: 'asc' }
}
