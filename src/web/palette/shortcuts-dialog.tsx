/** The dialog 'Phím tắt': all keyboard shortcuts. */
import { useState } from 'react'
import { printedKeys } from './keys.ts'
import { setSingleKeys, shortcuts, singleKeysOn } from './shortcuts.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Kbd } from '#web/ui/action/kbd.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Switch } from '#web/ui/field/switch.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'

type Line = readonly [label: string, ...keys: string[][]]

/** Keys that components handle themselves while they have the focus. */
const component_keys: readonly { title: string; lines: readonly Line[] }[] = [
  {
    title: 'Trong bảng',
    lines: [
      ['Sang dòng trước, dòng sau', ['↑'], ['↓']],
      ['Lùi, tiến 10 dòng', ['PgUp'], ['PgDn']],
      ['Về dòng đầu, dòng cuối', ['Home'], ['End']],
      ['Mở dòng', ['Enter']],
      ['Chọn dòng', ['Space']],
      ['Chọn đến dòng này', ['Shift', 'Space']],
      ['Sang ô quyền bên cạnh', ['↑'], ['↓'], ['←'], ['→']],
    ],
  },
  {
    title: 'Trong ô nhập và hộp thoại',
    lines: [
      ['Đóng hộp thoại, ngăn kéo, danh sách', ['Esc']],
      ['Xóa từ khóa đang tìm', ['Esc']],
      ['Gửi biểu mẫu, xác nhận', ['Enter']],
      ['Mở lịch của ô ngày', ['Alt', '↓']],
      ['Chọn trong danh sách gợi ý', ['↑'], ['↓'], ['Enter']],
    ],
  },
  {
    title: 'Thẻ, menu và danh sách sắp xếp',
    lines: [
      ['Sang thẻ bên cạnh', ['←'], ['→']],
      ['Đi trong menu bên trái', ['↑'], ['↓']],
      ['Nhấc lên, đặt xuống', ['Space']],
      ['Chuyển chỗ mục đã nhấc', ['↑'], ['↓']],
    ],
  },
]

export default function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [single, setSingle] = useState(singleKeysOn)
  const everywhere = shortcuts.filter(({ ctrl }) => single || ctrl)
  return (
    <Dialog open={open} onClose={onClose} title="Phím tắt" size="lg">
      <Stack gap={5}>
        {/* First, because it takes the focus, from which the keyboard scrolls the list. */}
        <Switch
          label="Dùng phím tắt một phím (không kèm Ctrl)"
          checked={single}
          onChange={(on) => {
            setSingleKeys(on)
            setSingle(on)
          }}
        />
        <Grid gap={5}>
          <Keys title="Ở mọi trang" lines={everywhere.map((shortcut) => [shortcut.label, printedKeys(shortcut)])} />
          {component_keys.map((part) => (
            <Keys key={part.title} {...part} />
          ))}
        </Grid>
      </Stack>
    </Dialog>
  )
}

function Keys({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <Stack gap={2}>
      <Heading level={3}>{title}</Heading>
      {lines.map(([label, ...keys]) => (
        <Row key={label} justify="between" wrap={false}>
          <Text>{label}</Text>
          <Row gap={1} wrap={false}>
            {keys.map((together) => (
              <Kbd key={together.join('+')} keys={together} />
            ))}
          </Row>
        </Row>
      ))}
    </Stack>
  )
}
