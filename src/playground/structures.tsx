/** Parts that show or choose among things with a structure: trees, matrices, short records, what changed and when. */
import { useState } from 'react'
import { Badge } from '#web/ui/show/badge.tsx'
import { Balls } from '#web/ui/show/balls.tsx'
import { Boards } from '#web/ui/show/boards.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Changes } from '#web/ui/show/changes.tsx'
import { CheckMatrix } from '#web/ui/choice/check-matrix.tsx'
import { CodeBlock } from '#web/ui/show/code-block.tsx'
import { Compare, type CompareLine } from '#web/ui/show/compare.tsx'
import { EntryGrid, type Entry, type EntryColumn } from '#web/ui/entry-grid/entry-grid.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { LinkCard } from '#web/ui/action/link-card.tsx'
import { groupedNumber } from '#web/ui/field/number-text.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { SecretText } from '#web/ui/show/secret-text.tsx'
import { Spinner } from '#web/ui/message/spinner.tsx'
import { Equations } from '#web/ui/show/equations.tsx'
import { Timeline } from '#web/ui/show/timeline.tsx'
import { Tree, TreeItem, TreeNote } from '#web/ui/choice/tree.tsx'

export function Structures() {
  return (
    <Stack gap={4}>
      <Grid>
        <Panel title="Cây chọn">
          <ShopTree />
        </Panel>
        <Panel title="Ma trận quyền">
          <Rights />
        </Panel>
        <Records />
        <DrawnNumbers />
        <Proofs />
        <History />
      </Grid>
      <Panel title="Nhập nhiều dòng">
        <Entries />
      </Panel>
      <Panel title="So hai bên">
        <TwoSides />
      </Panel>
      <Grid columns={3}>
        <LinkCard href="#cho-duyet" title="Yêu cầu mở tài khoản" figure="4">
          Chờ duyệt lâu nhất 2 giờ 10 phút
        </LinkCard>
        <LinkCard href="#pos" title="Quản lý POS" icon="store">
          Điểm bán, thiết bị, tài khoản POS
        </LinkCard>
        <Stack>
          <SecretText text="Kx7-mQ2-vR9" label="Sao chép mật khẩu dùng một lần" />
          <CodeBlock label="Đầu vào">{'{ "pos_id": 12,\n  "status": 2 }'}</CodeBlock>
        </Stack>
      </Grid>
    </Stack>
  )
}

function Records() {
  return (
    <Panel title="Vài bản ghi">
      <RecordList
        items={[
          {
            key: 1,
            icon: 'bank',
            title: 'Vietcombank · 0071 0001 2345 6',
            badge: <Badge tone="green">Kích hoạt</Badge>,
            lines: ['NGUYEN THI MINH KHAI', 'Nhận doanh thu'],
            action: <Button size="sm">Sửa</Button>,
          },
          {
            key: 2,
            icon: 'phone',
            title: 'Máy bán vé Sunmi V2 Pro, quầy cố định trước cổng chợ Bến Thành',
            lines: ['SN-2026-000123'],
            action: <Button size="sm">Gỡ</Button>,
          },
        ]}
      />
    </Panel>
  )
}

function DrawnNumbers() {
  return (
    <Panel title="Bộ số">
      <Stack>
        <Balls numbers="05 12 20 30 35 | 07" />
        <Boards
          label="Bộ số để nhập"
          items={[
            { key: 1, label: 'Cơ bản', numbers: '05 12 20 30 35 | 07', aside: '10.000 đ' },
            { key: 2, label: 'Bậc 10', numbers: '03 07 12 25 33 41 56 62 70 78', aside: '20.000 đ' },
          ]}
        />
      </Stack>
    </Panel>
  )
}

function Proofs() {
  return (
    <Panel title="Đẳng thức" flush>
      <Equations
        label="Bằng chứng"
        items={[
          {
            key: 'sales',
            title: 'Bán = thu = sổ cái',
            subtitle: '3.418 đơn',
            agrees: true,
            sides: [
              { label: 'Đơn đã bán', value: '720.082.700', sign: null },
              { label: 'Tiền đã thu', value: '720.082.700', sign: '=' },
            ],
            note: 'Lệch 0 · mỗi đơn đúng một bút toán thu',
          },
          {
            key: 'gateways',
            title: 'Cổng chi trả',
            subtitle: '5 lệnh chi',
            agrees: false,
            sides: [
              { label: 'Lệnh đã gửi', value: '61.001.000', sign: null },
              { label: 'Đã chi', value: '60.001.000', sign: '=', wrong: true },
            ],
            note: 'MoMo chưa trả lời lệnh chi 1.000.000 đ',
            action: <Button size="sm">Xem lệch</Button>,
          },
        ]}
      />
    </Panel>
  )
}

function History() {
  return (
    <Panel title="Dòng thời gian">
      <Timeline
        entries={[
          {
            key: 1,
            tone: 'green',
            title: 'Thêm điểm bán',
            subtitle: 'daily · 21/11/2026 08:15',
            children: <Changes lines={[{ key: 'a', label: 'Mã POS', before: null, after: 'HCM000123' }]} />,
          },
          {
            key: 2,
            title: 'Sửa điểm bán',
            subtitle: 'kho · 21/11/2026 09:40',
            children: <Changes lines={[{ key: 'b', label: 'Trạng thái', before: 'Hoạt động', after: 'Tạm ngưng' }]} />,
          },
          { key: 3, tone: 'red', title: 'Xóa thiết bị', subtitle: 'quantri · 21/11/2026 10:05' },
        ]}
      />
    </Panel>
  )
}

const entry_columns: readonly EntryColumn[] = [
  { key: 'number', head: 'Dãy số', width: 120, inputMode: 'numeric', maxLength: 6 },
  { key: 'series', head: 'Ký hiệu', width: 100, placeholder: '—', seldom: true },
  { key: 'quantity', head: 'Số lượng', width: 100, align: 'right', inputMode: 'numeric', placeholder: '1' },
]

function Entries() {
  const [rows, setRows] = useState<readonly Entry[]>([
    { number: '012345', series: '', quantity: '10' },
    { number: '12345', series: '', quantity: '5' },
  ])
  const short = rows.flatMap(({ number = '' }, index) =>
    number !== '' && number.length < 6 ? [[index, { cell: 'number', error: 'Dãy số phải có 6 chữ số' }] as const] : [],
  )
  return (
    <EntryGrid
      label="Vé"
      columns={entry_columns}
      rows={rows}
      blank={{ number: '', series: '', quantity: '' }}
      onChange={setRows}
      maxRows={200}
      problems={new Map(short)}
      result={{ head: 'Thành tiền', width: 110, text: ({ quantity }) => groupedNumber(Number(quantity || 1) * 10_000) }}
    />
  )
}

function ShopTree() {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(['Quầy 2']))
  const tick = (names: readonly string[], on: boolean) => {
    const ticked_keys = new Set(ticked)
    for (const name of names) {
      if (on) ticked_keys.add(name)
      else ticked_keys.delete(name)
    }
    setTicked(ticked_keys)
  }
  const shops = ['Quầy 1', 'Quầy 2', 'Quầy 3']
  const ticked_count = shops.filter((name) => ticked.has(name)).length
  return (
    <Tree label="Nhóm và điểm bán">
      <TreeItem
        label="Chợ truyền thống quận 1"
        aside="3 điểm bán"
        checked={ticked_count === shops.length}
        indeterminate={ticked_count > 0 && ticked_count < shops.length}
        onCheck={(on) => tick(shops, on)}
        branch={() =>
          shops.map((name) => (
            <TreeItem key={name} label={name} checked={ticked.has(name)} onCheck={(on) => tick([name], on)} />
          ))
        }
      />
      <TreeItem
        label="Tuyến xe buýt"
        aside="32 điểm bán"
        checked={false}
        onCheck={() => undefined}
        whyNot="Bạn không được xem cả nhóm này nên không thể giao."
        branch={() => (
          <TreeNote>
            <Spinner label="Đang tải điểm bán" />
          </TreeNote>
        )}
      />
    </Tree>
  )
}

const state = (on: readonly boolean[]) => (on.every(Boolean) ? 'all' : on.some(Boolean) ? 'some' : 'none')

function Rights() {
  const [cells, setCells] = useState([
    [true, true],
    [true, false],
  ])
  const set = (row: number, column: number, on: boolean) =>
    setCells(cells.map((line, r) => line.map((cell, c) => (r === row && c === column ? on : cell))))
  const all = (on: boolean) => setCells(cells.map((line) => line.map(() => on)))
  return (
    <CheckMatrix
      label="Quyền theo trang"
      head="Trang"
      columns={['Xem', 'Sửa'].map((label, column) => ({ label, state: state(cells.map((line) => line[column]!)) }))}
      sections={[
        {
          key: 0,
          label: 'Điểm bán & đại lý',
          detail: `${cells.flat().filter(Boolean).length}/4 quyền`,
          state: state(cells.flat()),
          rows: ['Quản lý POS', 'Quản lý đại lý'].map((label, row) => ({
            key: row,
            label,
            state: state(cells[row]!),
            cells: cells[row]!.map((on, column) => ({
              on,
              ...(row === 1 && column === 1 && on && { changed: 'gained' as const }),
            })),
          })),
        },
      ]}
      onCell={set}
      onRow={(row, on) => setCells(cells.map((line, r) => (r === row ? line.map(() => on) : line)))}
      onColumn={(column, on) => setCells(cells.map((line) => line.map((cell, c) => (c === column ? on : cell))))}
      onSection={(_, on) => all(on)}
    />
  )
}

function TwoSides() {
  const [lines, setLines] = useState<CompareLine[]>([
    {
      key: 'name',
      label: 'Tên',
      base: 'Quầy Bến Thành',
      mine: 'Quầy chợ Bến Thành',
      theirs: 'Quầy Lê Lợi',
      chosen: null,
    },
    { key: 'note', label: 'Ghi chú', base: null, mine: null, theirs: 'Giao vé trước 9 giờ', chosen: 'theirs' },
  ])
  return (
    <Compare
      lines={lines}
      onChoose={(key, chosen) => setLines(lines.map((line) => (line.key === key ? { ...line, chosen } : line)))}
    />
  )
}
