import { useState } from 'react'
import { Button, LinkButton } from '#web/ui/action/button.tsx'
import { CopyButton } from '#web/ui/action/copy-button.tsx'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Kbd } from '#web/ui/action/kbd.tsx'
import { Row, Stack, Toolbar } from '#web/ui/layout/layout.tsx'
import type { MenuItem } from '#web/ui/action/menu-item.ts'
import { Menu } from '#web/ui/action/menu.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { Text, TextLink } from '#web/ui/layout/text.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { Tooltip } from '#web/ui/message/tooltip.tsx'

const done = (name: string) => () => toast.success(`Đã chọn “${name}”.`)

const row_actions: MenuItem[] = [
  { label: 'Xem lịch sử', icon: 'history', onSelect: done('Xem lịch sử') },
  { label: 'Đặt lại mật khẩu', icon: 'key', hint: 'Mật khẩu mới chỉ hiện một lần', onSelect: done('Đặt lại mật khẩu') },
  { group: '' },
  { label: 'Khóa tài khoản', icon: 'lock', whyNot: 'Tài khoản đang chờ duyệt', onSelect: done('Khóa') },
  { label: 'Xóa', icon: 'trash', danger: true, onSelect: done('Xóa') },
]

export function Actions() {
  return (
    <Stack>
      <Buttons />
      <IconButtons />
      <Menus />
    </Stack>
  )
}

function Buttons() {
  const [saving, setSaving] = useState(false)
  function save() {
    setSaving(true)
    setTimeout(() => setSaving(false), 2000)
  }
  return (
    <Panel title="Nút">
      <Stack>
        <Row>
          <Button variant="primary" icon="plus">
            Thêm mới
          </Button>
          <Button icon="sheet">Xuất file excel</Button>
          <Button variant="quiet" icon="close">
            Xóa bộ lọc
          </Button>
          <Button variant="danger" icon="trash">
            Xóa 12 tài khoản
          </Button>
          <LinkButton href="#top" icon="arrow-left">
            Về danh sách
          </LinkButton>
        </Row>
        <Row>
          <Button variant="primary" busy={saving} onClick={save}>
            {saving ? 'Xin chờ...' : 'Lưu'}
          </Button>
          <Button variant="primary" icon="check" whyNot="Bạn là người lập phiếu nên không thể tự duyệt.">
            Duyệt phiếu
          </Button>
          <Button icon="sheet" whyNot="Danh sách không có bản ghi nào.">
            Xuất file excel
          </Button>
          <Button variant="danger" whyNot="Không cho phép xóa chính tài khoản đang đăng nhập.">
            Xóa
          </Button>
          <Text tone="muted">Nút không bấm được vẫn nhận con trỏ và nói lý do.</Text>
        </Row>
        <Row>
          <Button size="sm" variant="primary">
            Áp dụng
          </Button>
          <Button size="sm" icon="refresh">
            Tải lại
          </Button>
          <Button size="sm" variant="quiet" iconEnd="chevron-down">
            Xem thêm
          </Button>
        </Row>
      </Stack>
    </Panel>
  )
}

function IconButtons() {
  return (
    <Panel title="Nút biểu tượng">
      <Row>
        <IconButton icon="pencil" label="Sửa" tone="accent" />
        <IconButton icon="trash" label="Xóa" tone="danger" />
        <IconButton icon="refresh" label="Tải lại" bordered />
        <IconButton icon="columns" label="Chọn cột" bordered />
        <IconButton icon="lock" label="Khóa" whyNot="Tài khoản quản trị không thể khóa." />
        <IconButton icon="download" label="Tải xuống" busy />
        <IconButton icon="close" label="Bỏ" size="sm" />
        <CopyButton text="9f86d081-884c-4d65-9a2f-eaa0c55ad015" />
        <Tooltip text="Kỳ quay thưởng gần nhất của đài TP. Hồ Chí Minh">
          <TextLink href="#top">Chỉ dẫn khi rê chuột</TextLink>
        </Tooltip>
      </Row>
    </Panel>
  )
}

function Menus() {
  const [view, setView] = useState<'table' | 'chart'>('chart')
  const [columns, setColumns] = useState(new Set(['Mã POS', 'Điện thoại']))
  function toggle(column: string) {
    const shownColumns = new Set(columns)
    if (!shownColumns.delete(column)) shownColumns.add(column)
    setColumns(shownColumns)
  }
  return (
    <Panel title="Menu">
      <Toolbar
        label="Các menu"
        end={
          <Text tone="muted" as="span">
            Mở nhanh <Kbd keys={['Ctrl', 'K']} />
          </Text>
        }
      >
        <Menu label="Thao tác khác" items={row_actions} align="start" />
        <Menu
          label="Xuất dữ liệu"
          text
          icon="download"
          align="start"
          items={[
            { label: 'Trang này (50 dòng)', onSelect: done('Trang này') },
            { label: 'Tất cả 3.214 dòng', onSelect: done('Tất cả') },
          ]}
        />
        <Menu
          label="Cột"
          text
          icon="columns"
          align="start"
          items={[
            { group: 'Hiện các cột' },
            ...['Mã POS', 'Tên điểm bán', 'Điện thoại', 'Trạng thái'].map((column) => ({
              label: column,
              checked: columns.has(column),
              onSelect: () => toggle(column),
            })),
          ]}
        />
        <Segmented
          aria-label="Cách xem"
          value={view}
          onChange={setView}
          options={[
            { value: 'chart', label: 'Biểu đồ', icon: 'chart' },
            { value: 'table', label: 'Bảng', icon: 'list' },
          ]}
        />
      </Toolbar>
    </Panel>
  )
}
