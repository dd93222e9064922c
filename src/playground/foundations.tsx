import '#web/ui/rich-text/rich-text-icons.css'
import { Badge, type Tone } from '#web/ui/show/badge.tsx'
import { icon_names } from '#web/ui/icon/icon-names.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Logo } from '#web/ui/icon/logo.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Heading, Mono, Text } from '#web/ui/layout/text.tsx'
import css from './foundations.module.css'

const tones: [Tone, string][] = [
  ['neutral', 'Chưa kích hoạt'],
  ['green', 'Đang hoạt động'],
  ['amber', 'Chờ duyệt'],
  ['red', 'Từ chối'],
  ['blue', 'Đang xử lý'],
]

const colours = [
  'bg',
  'surface',
  'surface-2',
  'hover',
  'pressed',
  'border',
  'border-control',
  'accent',
  'accent-soft',
  'danger',
  'danger-soft',
  'green-soft',
  'amber-soft',
  'chart-1',
  'chart-2',
  'chart-3',
  'chart-4',
] as const

export function Foundations() {
  return (
    <Stack>
      <Grid columns={2}>
        <Panel title="Chữ">
          <Stack gap={2}>
            <Heading level={1}>Quản lý điểm bán – ĂÂĐÊÔƠƯ ằẳẵặ ềểễệ ợởỡ ựửữ</Heading>
            <Heading level={2}>Kết quả kỳ gần nhất</Heading>
            <Heading level={3}>Danh sách nhóm</Heading>
            <Text>Người dùng nhập tài khoản, mật khẩu rồi bấm Đăng nhập.</Text>
            <Text tone="muted">Chữ phụ: cập nhật lúc 14:32 ngày 12/10/2026.</Text>
            <Text strong>1.234.567.890.123 ₫</Text>
            <Text>9.876.543.210.987 ₫</Text>
            <Mono>9f86d081-884c-4d65-9a2f-eaa0c55ad015</Mono>
            <Row>
              {(['accent', 'green', 'amber', 'danger'] as const).map((tone) => (
                <Text key={tone} tone={tone} as="span">
                  Chữ màu
                </Text>
              ))}
            </Row>
          </Stack>
        </Panel>
        <Panel title="Nhãn và màu">
          <Stack>
            <Row>
              {tones.map(([tone, label]) => (
                <Badge key={tone} tone={tone}>
                  {label}
                </Badge>
              ))}
            </Row>
            <div className={css.swatches}>
              {colours.map((colour) => (
                <span key={colour} className={css.swatch}>
                  <span className={css[colour]} />
                  {colour}
                </span>
              ))}
            </div>
            <Row>
              <Logo size={44} />
              <Logo />
            </Row>
          </Stack>
        </Panel>
      </Grid>
      <Panel title={`Biểu tượng (${icon_names.length})`}>
        <ul className={css.icons}>
          {icon_names.map((name) => (
            <li key={name} className={css.icon}>
              <Icon name={name} size={20} />
              {name}
            </li>
          ))}
        </ul>
      </Panel>
    </Stack>
  )
}
