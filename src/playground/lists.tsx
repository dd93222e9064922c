import { useMemo, useState } from 'react'
import Cards, { type CardsProps } from '#web/list/cards.tsx'
import { Badge, type Tone } from '#web/ui/show/badge.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { showDay } from '#web/ui/date/date-text.ts'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Menu } from '#web/ui/action/menu.tsx'
import { groupedNumber } from '#web/ui/field/number-text.ts'
import { Pager } from '#web/ui/table/pager.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { type Column, type Sort, Table } from '#web/ui/table/table.tsx'
import { Mono, Text } from '#web/ui/layout/text.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { type Pos, posRows } from './sample.ts'

const statuses: Record<Pos['status'], [Tone, string]> = {
  0: ['neutral', 'Chưa kích hoạt'],
  1: ['green', 'Đang hoạt động'],
  2: ['amber', 'Tạm khóa'],
}

const columns: Column<Pos>[] = [
  { key: 'code', head: 'Mã POS', width: 104, pinned: true, sortable: true, cell: (pos) => pos.code },
  { key: 'name', head: 'Tên điểm bán', width: 210, grow: true, sortable: true, cell: (pos) => pos.name },
  { key: 'partner', head: 'Đại lý', width: 180, grow: true, cell: (pos) => pos.partner },
  { key: 'province', head: 'Tỉnh/TP', width: 130, sortable: true, cell: (pos) => pos.province },
  { key: 'phone', head: 'Điện thoại', width: 104, cell: (pos) => pos.phone },
  { key: 'devices', head: 'Thiết bị', width: 84, align: 'right', sortable: true, cell: (pos) => pos.devices },
  {
    key: 'limit',
    head: 'Hạn mức (đ)',
    width: 124,
    align: 'right',
    sortable: true,
    cell: (pos) => groupedNumber(pos.limit),
  },
  {
    key: 'sales',
    head: 'Doanh số (đ)',
    width: 142,
    align: 'right',
    sortable: true,
    hint: 'Doanh số của tháng đang chọn',
    cell: (pos) => groupedNumber(pos.sales),
  },
  {
    key: 'status',
    head: 'Trạng thái',
    width: 130,
    cell: (pos) => <Badge tone={statuses[pos.status][0]}>{statuses[pos.status][1]}</Badge>,
  },
  { key: 'created', head: 'Ngày tạo', width: 96, cell: (pos) => showDay(pos.created) },
]

export function Lists() {
  return (
    <Stack>
      <PosList />
      <Panel title="Danh sách trên điện thoại" flush>
        <Cards
          label="Điểm bán, dạng thẻ"
          identity="name"
          plan={cardPlan}
          columns={columns as unknown as CardsProps['columns']}
          rows={posRows(4)}
          rowKey={(row) => (row as Pos).pos_id}
          onOpen={(row) => toast.info(`Mở ${(row as Pos).code}`)}
          footer={sumsOf(posRows(4), true)}
        />
      </Panel>
      <Grid columns={3}>
        <Panel title="Chưa có gì" flush>
          <Table
            label="Banner"
            columns={few}
            rows={[]}
            empty={
              <EmptyState
                kind="empty"
                message="Banner hiện trên trang chủ của ứng dụng bán vé."
                action={
                  <Button variant="primary" icon="plus">
                    Thêm banner
                  </Button>
                }
              />
            }
          />
        </Panel>
        <Panel title="Không có gì khớp" flush>
          <Table
            label="Kết quả tìm"
            columns={few}
            rows={[]}
            empty={<EmptyState kind="no-match" onClear={() => toast.info('Đã xóa bộ lọc.')} />}
          />
        </Panel>
        <Panel title="Không tải được" flush>
          <Table
            label="Danh sách lỗi"
            columns={few}
            rows={[]}
            empty={
              <EmptyState
                kind="error"
                transid="9f86d081-884c-4d65-9a2f-eaa0c55ad015"
                onRetry={() => toast.info('Đang tải lại…')}
              />
            }
          />
        </Panel>
      </Grid>
    </Stack>
  )
}

/** What each column is of: money and states have places of their own on a card. */
const cardPlan = columns.map(({ key, head, width }) => {
  const kind = key === 'sales' ? 'money' : key === 'status' ? 'status' : 'text'
  const info = { kind, label: head } as CardsProps['plan'][number]['info']
  return {
    key,
    head,
    width,
    info,
    grow: false,
    cell: () => null,
    empty: undefined,
    hidden: false,
    always: false,
    narrow: undefined,
    amount: false,
    excel: undefined,
  }
})

const few: Column<Pos>[] = columns.slice(0, 3)

const numberColumn: Column<Pos> = {
  key: 'stt',
  head: 'STT',
  width: 52,
  fixed: true,
  pinned: true,
  align: 'right',
  cell: (_, index) => index + 1,
}

/** Sums of these columns; '…' while they are on their way. */
function sumsOf(rows: readonly Pos[], isReady: boolean): Record<string, string> {
  const sum = (key: 'devices' | 'sales') => groupedNumber(rows.reduce((total, pos) => total + pos[key], 0))
  return { devices: isReady ? sum('devices') : '…', sales: isReady ? sum('sales') : '…' }
}

type Density = 'comfortable' | 'compact'
type LoadState = 'shown' | 'busy' | 'loading'
/** 'coming' while they are computed, 'many' when there are too many rows to add up. */
type TotalsState = 'known' | 'coming' | 'many'

interface TableSettingsProps {
  totals: TotalsState
  onTotals: (totals: TotalsState) => void
  state: LoadState
  onState: (state: LoadState) => void
  density: Density
  onDensity: (density: Density) => void
}

/** Puts the table below into its states. */
function TableSettings({ totals, onTotals, state, onState, density, onDensity }: TableSettingsProps) {
  return (
    <Row>
      <Segmented
        aria-label="Tổng cộng"
        value={totals}
        onChange={onTotals}
        options={[
          { value: 'known', label: 'Đã cộng' },
          { value: 'coming', label: 'Đang cộng' },
          { value: 'many', label: 'Quá nhiều' },
        ]}
      />
      <Segmented
        aria-label="Trạng thái bảng"
        value={state}
        onChange={onState}
        options={[
          { value: 'shown', label: 'Có dữ liệu' },
          { value: 'busy', label: 'Đang tải thêm' },
          { value: 'loading', label: 'Lần đầu' },
        ]}
      />
      <Segmented
        aria-label="Mật độ dòng"
        value={density}
        onChange={onDensity}
        options={[
          { value: 'comfortable', label: 'Thoáng' },
          { value: 'compact', label: 'Gọn' },
        ]}
      />
    </Row>
  )
}

function RowActions({ pos }: { pos: Pos }) {
  return (
    <>
      <IconButton icon="pencil" tone="accent" label={`Sửa ${pos.code}`} />
      <IconButton
        icon="trash"
        tone="danger"
        label={`Xóa ${pos.code}`}
        whyNot={pos.devices > 4 && 'Còn thiết bị đang gắn với điểm bán.'}
      />
      <Menu
        label={`Thao tác khác với ${pos.code}`}
        items={[
          { label: 'Lịch sử', icon: 'history', onSelect: () => undefined },
          { label: 'Sao chép mã', icon: 'copy', onSelect: () => undefined },
        ]}
      />
    </>
  )
}

function PosList() {
  const [size, setSize] = useState(50)
  const [page, setPage] = useState(3)
  const [sort, setSort] = useState<Sort | null>({ key: 'code', dir: 'asc' })
  const [selected, setSelected] = useState<Set<string | number>>(new Set([2, 4]))
  const [density, setDensity] = useState<Density>('comfortable')
  const [state, setState] = useState<LoadState>('shown')
  const [widths, setWidths] = useState<Record<string, number | null>>({})
  const [totals, setTotals] = useState<TotalsState>('known')
  const rows = useMemo(() => posRows(size), [size])
  const sizedColumns = columns.map((column) => {
    const width = widths[column.key]
    return width == null ? column : { ...column, width, grow: false }
  })
  return (
    <Panel
      title="Danh sách điểm bán"
      flush
      actions={
        <TableSettings
          totals={totals}
          onTotals={setTotals}
          state={state}
          onState={setState}
          density={density}
          onDensity={setDensity}
        />
      }
      footer={
        <Pager
          page={page}
          pageSize={size}
          total={totals === 'coming' ? null : 5000}
          shown={rows.length}
          more={totals === 'many'}
          onPage={setPage}
          onPageSize={setSize}
          unit="điểm bán"
        />
      }
    >
      <Table
        label="Danh sách điểm bán"
        columns={[numberColumn, ...sizedColumns]}
        onWidths={(changes) => setWidths({ ...widths, ...changes })}
        rows={state === 'loading' ? [] : rows}
        loading={state === 'loading'}
        busy={state === 'busy'}
        density={density}
        sort={sort}
        onSort={setSort}
        rowKey={(pos) => pos.pos_id}
        selected={selected}
        onSelect={setSelected}
        selectWhyNot={(pos) => pos.status === 0 && 'Điểm bán chưa kích hoạt'}
        onOpen={(pos) => toast.info(`Mở ${pos.code}`)}
        footer={totals === 'many' ? 'Quá nhiều dòng để cộng. Hãy thêm bộ lọc.' : sumsOf(rows, totals === 'known')}
        actions={(pos) => <RowActions pos={pos} />}
        actionsWidth={110}
      />
      {selected.size > 0 && <SelectionBar count={selected.size} onClear={() => setSelected(new Set())} />}
    </Panel>
  )
}

function SelectionBar({ count, onClear }: { count: number; onClear: () => void }) {
  return (
    <Panel>
      <Row>
        <Text strong as="span">
          Đã chọn {groupedNumber(count)} dòng
        </Text>
        <Button size="sm">Chọn cả 3.214 dòng khớp bộ lọc</Button>
        <Button size="sm" icon="lock">
          Tạm khóa
        </Button>
        <Button size="sm" variant="quiet" onClick={onClear}>
          Bỏ chọn
        </Button>
        <Mono>POS100002, POS100004</Mono>
      </Row>
    </Panel>
  )
}
