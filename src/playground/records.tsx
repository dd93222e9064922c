import { useState } from 'react'
import { Avatar } from '#web/ui/picture/avatar.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Divider, Row, Spacer, Stack } from '#web/ui/layout/layout.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { Menu } from '#web/ui/action/menu.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Tabs } from '#web/ui/action/tabs.tsx'
import { Mono, Text, TextLink } from '#web/ui/layout/text.tsx'
import { RecordFormPanel } from './record-form.tsx'

const groups = ['Quản trị hệ thống', 'Kế toán', 'Vận hành trả thưởng', 'Chăm sóc khách hàng', 'Nhân viên kho vé']

export function Records() {
  const [tab, setTab] = useState<'info' | 'banks' | 'devices' | 'accounts'>('info')
  return (
    <Stack>
      <Panel>
        <PageHeader
          back={<TextLink href="#top">Quản lý POS</TextLink>}
          title="Điểm bán Đỗ Thị Ngọc Ánh – chợ đầu mối nông sản thực phẩm Thủ Đức"
          aside={<Badge tone="green">Đang hoạt động</Badge>}
          subtitle="POS100003 · Đại lý Bảo Châu · tạo ngày 11/06/2025"
          actions={
            <>
              <Button icon="history">Lịch sử</Button>
              <Button icon="pencil" variant="primary">
                Sửa
              </Button>
              <Menu
                label="Thao tác khác"
                bordered
                items={[
                  { label: 'Khóa điểm bán', icon: 'lock', onSelect: () => undefined },
                  { label: 'Xóa', icon: 'trash', danger: true, whyNot: 'Còn 5 thiết bị', onSelect: () => undefined },
                ]}
              />
            </>
          }
        />
      </Panel>
      <RecordFormPanel />
      <Grid columns={4}>
        <Tile label="Doanh số hôm nay" value="1.209.860.000 đ" note="+12,4% so với hôm qua" />
        <Tile label="Số vé bán" value="48.213" note="trong 1.204 giao dịch" />
        <Tile label="Vé tồn" value="9.120" note="chốt lúc 15:45" />
        <Tile label="Phiếu chờ duyệt" value="47" note="lâu nhất 2 giờ 10 phút" />
      </Grid>
      <Split
        aside={
          <Panel
            title="Danh sách nhóm"
            actions={
              <Button size="sm" icon="plus">
                Thêm nhóm
              </Button>
            }
          >
            <Stack gap={2}>
              {groups.map((name, index) => (
                <Row key={name} wrap={false}>
                  <Avatar name={name} size="sm" />
                  <Text cut>{name}</Text>
                  <Spacer />
                  <Badge tone={index === 4 ? 'neutral' : 'green'}>{index === 4 ? 'Ngừng' : 'Hoạt động'}</Badge>
                </Row>
              ))}
            </Stack>
          </Panel>
        }
      >
        <Panel>
          <Tabs
            aria-label="Thông tin điểm bán"
            value={tab}
            onChange={setTab}
            tabs={[
              { value: 'info', label: 'Thông tin', content: <Info /> },
              {
                value: 'banks',
                label: 'Ngân hàng',
                count: 2,
                content: <Text tone="muted">Hai tài khoản ngân hàng.</Text>,
              },
              {
                value: 'devices',
                label: 'Thiết bị',
                count: 1250,
                content: <Text tone="muted">Danh sách thiết bị.</Text>,
              },
              { value: 'accounts', label: 'Tài khoản POS', content: <Text tone="muted">Chưa có tài khoản.</Text> },
            ]}
          />
        </Panel>
      </Split>
    </Stack>
  )
}

function Tile({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <Panel>
      <Text tone="muted" size="sm">
        {label}
      </Text>
      <Text size="xl">{value}</Text>
      <Text tone="muted" size="sm">
        {note}
      </Text>
    </Panel>
  )
}

function Info() {
  return (
    <Stack>
      <DescriptionList
        columns={2}
        items={[
          { label: 'Mã POS', value: <Mono>POS100003</Mono> },
          { label: 'Điện thoại', value: '0353 728 877' },
          { label: 'Địa chỉ', value: '141 quốc lộ 1, phường Tam Bình, TP. Thủ Đức, TP. Hồ Chí Minh', wide: true },
          { label: 'Hạn mức', value: '174.000.000 đ' },
          { label: 'Người tạo', value: 'Nguyễn Thị Hằng' },
          { label: 'Ghi chú', value: '' },
        ]}
      />
      <Divider />
      <DescriptionList
        columns={1}
        items={[
          { label: 'Mã yêu cầu', value: <Mono>9f86d081-884c-4d65-9a2f-eaa0c55ad015</Mono> },
          { label: 'Cập nhật', value: '12/10/2026 14:32:05, Trần Đình Ưng' },
        ]}
      />
    </Stack>
  )
}
