/** Lets the person choose the parts of the first page and their order. */
import { Button } from '#web/ui/action/button.tsx'
import { SortableList } from '#web/ui/choice/sortable-list.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'

/** A part of the page that can be hidden or moved. */
interface Card {
  key: string
  name: string
}

interface ArrangeProps {
  open: boolean
  onClose: () => void
  /** All parts, in the person's order. */
  cards: readonly Card[]
  /** The keys of the visible parts in their order; null for the default. */
  shown: readonly string[]
  onChange: (shown: string[] | null) => void
}

export default function Arrange({ open, onClose, cards, shown, onChange }: ArrangeProps) {
  const shownAmong = (keys: readonly string[]) => keys.filter((key) => shown.includes(key))
  const toggle = (key: string, isShown: boolean) =>
    onChange(isShown ? [...shown, key] : shown.filter((shown_key) => shown_key !== key))
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Sắp xếp trang chủ"
      size="sm"
      footer={
        <>
          <Button onClick={() => onChange(null)}>Khôi phục mặc định</Button>
          <Button variant="primary" onClick={onClose}>
            Xong
          </Button>
        </>
      }
    >
      <Stack>
        <Text tone="muted">Chỉ áp dụng cho bạn, ở mọi máy mà bạn đăng nhập.</Text>
        <SortableList
          label="Các phần của trang chủ"
          items={cards.map(({ key, name }) => ({
            key,
            name,
            controls: (
              <Checkbox label="Hiện" checked={shown.includes(key)} onChange={(isShown) => toggle(key, isShown)} />
            ),
          }))}
          onChange={(keys) => onChange(shownAmong(keys))}
        />
      </Stack>
    </Dialog>
  )
}
