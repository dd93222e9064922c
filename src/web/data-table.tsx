/** A list on screen: heads, looks and widths from the contract; columns and density as the person likes them; every phase of loading. */
import type { ReactNode } from 'react'
import { infoOf } from '#contract/schema.ts'
import { menuItemsOf, runAct, type RowAct } from './act.tsx'
import type { BulkBarProps } from './bulk-bar.tsx'
import { useSelection, type BulkSetup } from './bulk.ts'
import { ColumnButton } from './column-button.tsx'
import { planOf, shownOf, sumShapeOf, type ColumnPlan, type ColumnSpec } from './columns.ts'
import { ExportButton } from './excel/export-button.tsx'
import type { ServerExport } from './excel/export-panel.tsx'
import { isNumeric, show } from './kinds.tsx'
import { usePage } from './page-context.ts'
import { ListPager } from './list-pager.tsx'
import { useRights } from './rights.ts'
import { Button } from './ui/button.tsx'
import { EmptyState } from './ui/empty-state.tsx'
import { IconButton } from './ui/icon-button.tsx'
import { Row, Stack, Toolbar } from './ui/layout.tsx'
import { lazyPart } from './ui/lazy-part.tsx'
import { Menu } from './ui/menu.tsx'
import { Panel } from './ui/panel.tsx'
import { Table, type Column, type Sort } from './ui/table.tsx'
import type { TableProps } from './ui/table-types.ts'
import { sortableOf, type List } from './use-list.ts'
import { useNarrow } from './use-narrow.ts'
import { usePreference, type Preference } from './use-preference.ts'
import { ViewsMenu } from './views-menu.tsx'

const BulkBar = lazyPart(() => import('./bulk-bar.tsx'), {
  wanted: ({ selection }: BulkBarProps) => selection.count > 0,
})

export interface DataTableProps<Row extends object> {
  list: List<Row>
  columns: readonly ColumnSpec<Row>[]
  /** What is listed, in the words of a count: 'tài khoản'. */
  noun: string
  acts?: (row: Row) => readonly RowAct[]
  /** A row is opened: by a click on it, or by Enter. */
  onOpen?: (row: Row) => void
  isOpen?: (row: Row) => boolean
  /** Ready-made filters in a line of their own: the queues that wait for someone. */
  queues?: ReactNode
  /** Stands above the rows: the SearchBar. */
  search?: ReactNode
  /** What can be done to many rows at once, after a dry run. */
  bulk?: BulkSetup<Row>
  /** Where the server writes the file. */
  byServer?: ServerExport
  /** The first step, where there is nothing at all yet. */
  start?: ReactNode
  /** Where nothing is found: how to look further than the filters do that were set beforehand. */
  wider?: ReactNode
}

/** As many acts as this stand in the row as icons; what is beyond them goes into its menu, on a phone all of them. */
const iconsAtMost = 3

/** Where nothing is done to many rows, none is ever chosen. */
const notChosen = () => 0

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { list, noun, acts, onOpen, isOpen, queues, search, start, wider } = props
  const { can } = useRights()
  const page = usePage()
  const [preference, prefer] = usePreference(list.call)
  const bulk = props.bulk && can(props.bulk.run) ? props.bulk : null
  const selection = useSelection(list, props.bulk?.idOf ?? notChosen)
  const plan = planOf<Row>(list.call, props.columns)
  const isNarrow = useNarrow()
  const shown = shownOf(plan, preference, isNarrow)
  const possible = (row: Row) => (acts?.(row) ?? []).filter((act) => can(act.call))
  const most = Math.max(0, ...list.rows.map((row) => possible(row).length))

  const columns = shown.map((column) => tableColumn(column, list, preference))
  const icons = isNarrow ? 1 : iconsAtMost
  // On a phone the rows' numbers give way to what the rows say, unless the totals would then have no place for their name.
  const [first] = columns
  const isNumbered = !isNarrow || (first !== undefined && first.key in sumShapeOf(list.call))
  const tools = (
    <>
      {list.address && <ViewsMenu list={list} address={list.address} />}
      <ExportButton list={list} columns={shown} noun={noun} page={page} byServer={props.byServer} />
      <IconButton
        icon="refresh"
        label="Tải lại"
        busy={list.fetching && list.phase !== 'loading'}
        onClick={list.reload}
      />
      <ColumnButton plan={plan} preference={preference} prefer={prefer} />
    </>
  )

  return (
    <Panel
      flush
      fill
      bar={
        queues ? (
          <Stack>
            <Toolbar end={tools}>{queues}</Toolbar>
            <Toolbar>{search}</Toolbar>
          </Stack>
        ) : (
          <Toolbar end={tools}>{search}</Toolbar>
        )
      }
      footer={
        <Stack gap={2}>
          {bulk && <BulkBar list={list} bulk={bulk as unknown as BulkSetup} selection={selection} noun={noun} />}
          <ListPager list={list} unit={noun} />
        </Stack>
      }
    >
      <Table<Row>
        label={`Danh sách ${noun}`}
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
        footer={totalsOf(list)}
        rows={list.rows}
        sort={sortOf(list.state.sort)}
        onSort={(sort) => list.sort(sort && (sort.dir === 'asc' ? sort.key : `-${sort.key}`))}
        loading={list.phase === 'loading'}
        busy={list.fetching && list.phase === 'rows'}
        empty={<Nothing list={list} noun={noun} start={start} wider={wider} />}
        {...(bulk && { rowKey: bulk.idOf, selected: selection.ids, onSelect: selection.tick })}
        {...(onOpen && { onOpen })}
        {...(isOpen && { isRowActive: isOpen })}
        {...(most > 0 && {
          actions: (row: Row) => <Acts acts={possible(row)} icons={icons} />,
          actionsWidth: Math.max(isNarrow ? 46 : 76, 18 + 30 * Math.min(most, icons)),
        })}
      />
    </Panel>
  )
}

function Acts({ acts, icons }: { acts: readonly RowAct[]; icons: number }) {
  const inRow = acts.length > icons ? acts.slice(0, icons - 1) : acts
  const inMenu = acts.slice(inRow.length)
  return (
    <>
      {inRow.map((act) => (
        <IconButton
          key={act.label}
          icon={act.icon ?? 'arrow-right'}
          label={act.label}
          tone={act.danger ? 'danger' : 'neutral'}
          whyNot={act.whyNot}
          onClick={() => void runAct(act)}
        />
      ))}
      {inMenu.length > 0 && <Menu label="Thao tác khác" items={menuItemsOf(inMenu)} />}
    </>
  )
}

interface NothingProps<Row extends object> {
  list: List<Row>
  noun: string
  start: ReactNode
  wider: ReactNode
}

function Nothing<Row extends object>({ list, noun, start, wider }: NothingProps<Row>) {
  if (list.phase === 'failed') {
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
  if (list.phase === 'unmatched' && wider)
    return (
      <EmptyState
        kind="empty"
        icon="search"
        title={`Không có ${noun} phù hợp`}
        action={
          <Row>
            {wider}
            <Button icon="close" onClick={list.clear}>
              Xóa bộ lọc
            </Button>
          </Row>
        }
      />
    )
  if (list.phase === 'unmatched')
    return <EmptyState kind="no-match" title={`Không có ${noun} phù hợp`} onClear={list.clear} />
  const preset = Object.keys(list.preset)
  if (preset.length === 0) return <EmptyState kind="empty" title={`Chưa có ${noun} nào`} action={start} />
  const all = Object.fromEntries(preset.map((name) => [name, undefined]))
  const showAll = wider ?? <Button onClick={() => list.filter(all)}>Xem tất cả</Button>
  return (
    <EmptyState
      kind="empty"
      title={`Hiện không có ${noun} nào`}
      message="Danh sách đang lọc sẵn những gì cần xem trước."
      action={
        <Row>
          {showAll}
          {start}
        </Row>
      }
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

/** The sums of the whole filtered set, or why they are not there. */
function totalsOf<Row extends object>({ call, sums, uncounted }: List<Row>): TableProps<Row>['footer'] {
  const fields = Object.entries(sumShapeOf(call))
  if (fields.length === 0) return undefined
  if (sums === null) return 'Quá nhiều dòng để cộng. Hãy thêm bộ lọc.'
  if (sums === undefined && uncounted) return 'Chưa cộng được.'
  return Object.fromEntries(fields.map(([name, field]) => [name, sums ? show(infoOf(field), sums[name]) : '…']))
}

function sortOf(sort: unknown): Sort | null {
  if (typeof sort !== 'string') return null
  return sort.startsWith('-') ? { key: sort.slice(1), dir: 'desc' } : { key: sort, dir: 'asc' }
}
