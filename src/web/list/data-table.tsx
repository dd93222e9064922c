/** The list component of every screen: toolbar, table (cards on phones), row actions, selection, totals and pager. */
import { useEffect, useReducer, type ReactNode } from 'react'
import { infoOf } from '#contract/schema.ts'
import { menuItemsOf, runAct, type RowAct } from '#web/action/act.tsx'
import type { BulkBarProps } from '#web/action/bulk-bar.tsx'
import { useSelection, type BulkSetup, type Selection } from '#web/action/bulk.ts'
import { ColumnButton } from './column-button.tsx'
import { identityColumn, planOf, shownColumns, sumShapeOf, type ColumnPlan, type ColumnSpec } from './columns.ts'
import { ExportButton } from '#web/excel/export/export-button.tsx'
import type { ServerExport } from '#web/excel/export/export-panel.tsx'
import { isNumeric, show } from '#web/value/kinds.tsx'
import { usePage } from '#web/route/page-context.ts'
import { useRights } from '#web/session/rights.ts'
import { Button } from '#web/ui/action/button.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Spacer } from '#web/ui/layout/layout.tsx'
import { lazyPart, type LazyPart } from '#web/ui/base/lazy-part.tsx'
import { Menu } from '#web/ui/action/menu.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { focusFirstRow } from '#web/ui/table/table-focus.ts'
import { SkipLink } from '#web/ui/action/skip-link.tsx'
import { RowAction } from '#web/ui/table/row-action.tsx'
import { Table, type Column, type Sort } from '#web/ui/table/table.tsx'
import type { TableProps } from '#web/ui/table/table-types.ts'
import { sortableOf, type List } from './use-list.ts'
import { searchedDaysText } from './searched-days.ts'
import { useNarrow } from './use-narrow.ts'
import { usePreference, type Preference } from './use-preference.ts'
import type { CardsProps } from './cards.tsx'
import type { NoRowsProps } from './no-rows.tsx'
import { ListBar } from './list-bar.tsx'
import { labelledAct } from './row-acts.ts'
import { ViewStrip } from './view-strip.tsx'

/** More lines than fit into the window, so that nothing below moves when the rows arrive. */
const waitingCards = <Skeleton lines={10} kind="cards" />
const Cards = lazyPart(() => import('./cards.tsx'), { meanwhile: waitingCards })
const SortButton = lazyPart(() => import('./sort-button.tsx'), {
  // Keeps its place: the line would break into two when it comes.
  meanwhile: <IconButton icon="sort" label="Sắp xếp" />,
})
const NoRows = lazyPart(() => import('./no-rows.tsx'), { meanwhile: <Skeleton lines={9} /> })
const ListPager = lazyPart(() => import('./list-pager.tsx'))
const BulkBar = lazyPart(() => import('#web/action/bulk-bar.tsx'), {
  mountWhen: ({ selection }: BulkBarProps) => selection.count > 0,
})

export interface DataTableProps<Row extends object> {
  list: List<Row>
  columns: readonly ColumnSpec<Row>[]
  /** What the rows are, as in '12 tài khoản'. */
  noun: string
  acts?: (row: Row) => readonly RowAct[]
  /** Called by a click on a row, or by Enter; `asPage` with Ctrl. */
  onOpen?: (row: Row, asPage?: boolean) => void
  isOpen?: (row: Row) => boolean
  /** Preset filters as tabs: the queues of work. */
  queues?: ReactNode
  /** The SearchBar, above the rows. */
  search?: ReactNode
  /** What the totals include or leave out: 'Tổng cộng, không gồm đã xóa'. */
  totalsName?: ReactNode
  /** Further cells of the row of totals by column key, beside the sums: a change, a share. */
  totals?: Readonly<Record<string, ReactNode>>
  /** Actions on selected rows, each after a dry run. */
  bulk?: BulkSetup<Row>
  /** The export by the server, for large lists; without it the browser writes the file. */
  byServer?: ServerExport
  /** The first step, shown where there are no rows at all yet. */
  start?: ReactNode
  /** Shown where nothing is found: how to search beyond the preset filters. */
  wider?: ReactNode
}

/** On a phone, a list with more columns is shown as cards. */
const max_phone_columns = 4
const actions_width = 46
const number_column_width = 52

/** The row key of a list without bulk actions, where no row is ever selected. */
const noKey = () => 0

/**
 * The list of every screen: toolbar, table (cards on phones), row actions, selection, totals and pager. Columns without
 * a head of their own take it from the call's contract; actions without the right are left out.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { list, noun, queues, search } = props
  const { can } = useRights()
  const page = usePage()
  const bulk = props.bulk && can(props.bulk.run) ? props.bulk : null
  const selection = useSelection(list, props.bulk?.idOf ?? noKey)
  const plan = planOf<Row>(list.call, props.columns)
  const identity = identityColumn(plan)
  const [preference, setPreference] = usePreference(list.call, identity)
  const isNarrow = useNarrow()
  // A phone has no room for the column that is pinned only by default.
  const isDefaultPin = isNarrow && preference.pinned.join() === identity
  const arranged = isDefaultPin ? { ...preference, pinned: [] } : preference
  const visibleColumns = shownColumns(plan, arranged, isNarrow)
  const columns = visibleColumns.map((column) => tableColumn(column, list, arranged))
  // On a phone the column of row numbers is dropped, unless the first column has a total and would leave no cell for the label of the totals.
  const [firstColumn] = columns
  const isNumbered = !isNarrow || (firstColumn !== undefined && firstColumn.key in sumShapeOf(list.call))
  const hasPins = columns.some(({ pinned }) => pinned)
  const rowsProps = useRowsProps(props, bulk, selection)
  const areCards = isNarrow && visibleColumns.length > max_phone_columns
  const isEmpty = list.phase === 'empty' || list.phase === 'unmatched'
  const isReady = useIsThere(isEmpty ? NoRows : areCards ? Cards : null) && list.phase !== 'loading'
  // A phone's search needs its line, and without a search the tools need none.
  const tools = (
    <>
      <ColumnButton plan={plan} preference={preference} setPreference={setPreference} />
      <IconButton
        icon="refresh"
        label="Tải lại"
        busy={list.fetching && list.phase !== 'loading'}
        onClick={list.reload}
      />
    </>
  )
  return (
    <Panel
      flush
      fill
      strip={
        <>
          {list.phase === 'rows' && !areCards && <SkipLink onSkip={focusFirstRow}>Bỏ qua bộ lọc, đến bảng</SkipLink>}
          {queues}
          {list.address && <ViewStrip list={list} address={list.address} />}
          <Spacer />
          {areCards && columns.some(({ sortable }) => sortable) && <SortButton {...rowsProps} columns={columns} />}
          {(isNarrow || !search) && tools}
          <ExportButton list={list} columns={visibleColumns} noun={noun} page={page} byServer={props.byServer} />
        </>
      }
      bar={search && <ListBar tools={!isNarrow && tools}>{search}</ListBar>}
      // On a phone the footer appears together with the rows, which would move it; elsewhere its room is kept, so that the totals do not move.
      footer={
        (isReady || !isNarrow) && <>{isReady && <ListPager list={list} unit={noun} note={searchedDaysText(list)} />}</>
      }
    >
      {areCards ? (
        <Cards {...({ ...rowsProps, plan: visibleColumns, columns, identity } as unknown as CardsProps)} />
      ) : (
        <Table<Row>
          {...rowsProps}
          fill
          density={preference.density}
          columns={[...(isNumbered ? [numberColumn(list, hasPins)] : []), ...columns]}
          onWidths={(changes) => setPreference({ ...preference, widths: widthsAfter(preference.widths, changes) })}
        />
      )}
      {isReady && bulk && <BulkBar list={list} bulk={bulk as unknown as BulkSetup} selection={selection} noun={noun} />}
    </Panel>
  )
}

/** Whether the part that draws the rows is loaded; null for none. */
function useIsThere(part: Pick<LazyPart<never>, 'isThere' | 'preload'> | null): boolean {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (part && !part.isThere()) void part.preload().then(redraw)
  }, [part])
  return part?.isThere() ?? true
}

/** What the table and the cards have in common: the rows, their totals, order, selection and actions. */
function useRowsProps<Row extends object>(
  { list, noun, acts, onOpen, isOpen, start, wider, totals, totalsName }: DataTableProps<Row>,
  bulk: BulkSetup<Row> | null,
  selection: Selection,
) {
  const { can } = useRights()
  const isNarrow = useNarrow()
  const allowedActs = (row: Row) => (acts?.(row) ?? []).filter((act) => can(act.call))
  const hasActs = list.rows.some((row) => allowedActs(row).length > 0)
  return {
    label: `Danh sách ${noun}`,
    footer: withMore(totalsOf(list), totals),
    footerName: totalsName,
    rows: list.rows,
    sort: sortOf(list.state.sort),
    onSort: (sort: Sort | null) => list.sort(sort && (sort.dir === 'asc' ? sort.key : `-${sort.key}`)),
    loading: list.phase === 'loading',
    busy: list.fetching && list.phase === 'rows',
    empty:
      list.phase === 'loading' ? waitingCards : <NoRowsOrFailure list={list} noun={noun} start={start} wider={wider} />,
    ...(bulk && { rowKey: bulk.idOf, selected: selection.ids, onSelect: selection.tick }),
    ...(onOpen && { onOpen }),
    ...(isOpen && { isRowActive: isOpen }),
    ...(hasActs && {
      actions: (row: Row) => <Acts acts={allowedActs(row)} isNarrow={isNarrow} />,
      actionsWidth: actions_width,
    }),
  }
}

/**
 * The actions of a row: the most frequent one as a labelled button while the row is hovered or focused, the others and all destructive ones in a
 * menu. On a phone all are in the menu.
 */
function Acts({ acts, isNarrow }: { acts: readonly RowAct[]; isNarrow: boolean }) {
  const [firstAct] = acts
  if (!firstAct) return null
  if (acts.length === 1 && !firstAct.danger) return <ActIcon act={firstAct} />
  const labelledActs = labelledAct(acts, isNarrow)
  const menuActs = labelledActs ? acts.slice(1) : acts
  return (
    <>
      {labelledActs && (
        <RowAction>
          <Button size="sm" whyNot={labelledActs.whyNot} onClick={() => void runAct(labelledActs)}>
            {labelledActs.label}
          </Button>
        </RowAction>
      )}
      <Menu label="Thao tác khác" items={menuItemsOf(menuActs)} />
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

/** Shown where there are no rows. A failure is shown without loading another chunk, which would probably fail too. */
function NoRowsOrFailure<Row extends object>({ list, ...rest }: NoRowsProps<Row>) {
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

/** The column of row numbers. It is pinned when other columns are, to stay left of them. */
function numberColumn<Row extends object>({ state }: List<Row>, pinned: boolean): Column<Row> {
  const rows_before = (Number(state.page_index) - 1) * Number(state.page_size)
  const cell = (_: Row, index: number) => rows_before + index + 1
  return { key: 'stt', head: 'STT', width: number_column_width, fixed: true, pinned, align: 'right', cell }
}

function tableColumn<Row extends object>(
  { key, head, hint, info, cell, ...column }: ColumnPlan<Row>,
  list: List<Row>,
  { widths, pinned }: Preference,
): Column<Row> {
  const isPinned = pinned.includes(key)
  return {
    key,
    head,
    ...(hint !== undefined && { hint }),
    width: widths[key] ?? column.width,
    grow: column.grow && !isPinned && widths[key] === undefined,
    pinned: isPinned,
    align: isNumeric(info?.kind) ? 'right' : 'left',
    sortable: sortableOf(list.call).has(key),
    cell,
  }
}

function widthsAfter(widths: Preference['widths'], changes: Record<string, number | null>): Preference['widths'] {
  const changed_widths = Object.entries({ ...widths, ...changes })
  return Object.fromEntries(changed_widths.filter((entry): entry is [string, number] => entry[1] !== null))
}

type Footer = TableProps<object>['footer']

/** The sums over all rows that match, or a message why there are none. */
function totalsOf<Row extends object>({ call, sums, countFailed }: List<Row>): Footer {
  const fields = Object.entries(sumShapeOf(call))
  if (fields.length === 0) return undefined
  if (sums === null) return 'Quá nhiều dòng để cộng. Hãy thêm bộ lọc.'
  if (sums === undefined && countFailed) return 'Chưa cộng được.'
  return Object.fromEntries(fields.map(([name, field]) => [name, sums ? show(infoOf(field), sums[name]) : '…']))
}

function withMore(sums: Footer, extraSums: Readonly<Record<string, ReactNode>> | undefined): Footer {
  return typeof sums === 'object' && extraSums ? { ...sums, ...extraSums } : sums
}

function sortOf(sort: unknown): Sort | null {
  if (typeof sort !== 'string') return null
  return sort.startsWith('-') ? { key: sort.slice(1), dir: 'desc' } : { key: sort, dir: 'asc' }
}
