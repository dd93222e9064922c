import { Popover } from '@base-ui/react/popover'
import { type RefObject, useId } from 'react'
import { Button } from '#web/ui/action/button.tsx'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { cx } from '#web/ui/base/cx.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Segmented } from '#web/ui/action/segmented.tsx'
import type { TableProps } from './table-types.ts'
import { useSortable } from '#web/ui/choice/use-sortable.ts'
import { VisuallyHidden } from '#web/ui/base/visually-hidden.tsx'
import css from './column-chooser.module.css'

type Choice = { key: string; name: string; shown: boolean; pinned: boolean }
type Density = NonNullable<TableProps<unknown>['density']>

export type ColumnChooserProps<C extends Choice> = {
  anchor: RefObject<HTMLElement | null>
  title: string
  /** All columns in their order. */
  columns: readonly C[]
  onColumns: (columns: C[]) => void
  max_pinned: number
  density: Density
  onDensity: (density: Density) => void
  onReset: () => void
  onClose: () => void
}

/** The popover in which a person chooses a table's columns, their order, which are pinned, and the row density. */
export function ColumnChooser<C extends Choice>(props: ColumnChooserProps<C>) {
  const { anchor, title, density, onDensity, onReset, onClose } = props
  return (
    <Popover.Root
      open
      onOpenChange={(open, { event }) => {
        // A click on the anchor button toggles the popover by itself; closing it here first would open it again.
        const target = event instanceof FocusEvent ? event.relatedTarget : event.target
        if (!open && !(target instanceof Node && anchor.current?.contains(target))) onClose()
      }}
    >
      <Popover.Portal>
        <Popover.Positioner className={css.positioner} anchor={anchor} align="end" sideOffset={4}>
          <Popover.Popup className={css.popup} finalFocus={anchor}>
            <Popover.Title className={css.title}>{title}</Popover.Title>
            <Columns {...props} />
            <div className={css.foot}>
              <Segmented
                aria-label="Mật độ dòng"
                value={density}
                onChange={onDensity}
                options={[
                  { value: 'comfortable', label: 'Thoáng' },
                  { value: 'compact', label: 'Gọn' },
                ]}
              />
              <Button size="sm" variant="quiet" icon="undo" onClick={onReset}>
                Khôi phục mặc định
              </Button>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Columns<C extends Choice>({ columns, onColumns, max_pinned }: ColumnChooserProps<C>) {
  const helpId = useId()
  const { list, held, said, handle } = useSortable({
    keys: columns.map(({ key }) => key),
    nameOf: (key) => columns.find((column) => column.key === key)?.name ?? '',
    onChange: (keys) => onColumns(keys.map((key) => columns.find((column) => column.key === key)!)),
  })
  const visibleCount = columns.filter((column) => column.shown).length
  const pinned = columns.filter((column) => column.shown && column.pinned).length
  const change = (key: string, to: Partial<Choice>) =>
    onColumns(columns.map((column) => (column.key === key ? { ...column, ...to } : column)))
  return (
    <>
      <ol ref={list} className={css.list} aria-label="Các cột">
        {columns.map((column) => (
          <li key={column.key} className={cx(css.item, held === column.key && css.held)}>
            <button
              type="button"
              className={css.handle}
              aria-label={`Di chuyển cột “${column.name}”`}
              aria-describedby={helpId}
              {...handle(column.key)}
            >
              <Icon name="drag" />
            </button>
            <span className={css.name}>
              <Checkbox
                label={column.name}
                checked={column.shown}
                whyNot={column.shown && visibleCount === 1 && 'Phải có ít nhất một cột.'}
                onChange={(on) => change(column.key, { shown: on })}
              />
            </span>
            <IconButton
              icon="pin"
              size="sm"
              tone={column.shown && column.pinned ? 'accent' : 'neutral'}
              aria-pressed={column.shown && column.pinned}
              label={`Ghim cột “${column.name}” ở bên trái`}
              whyNot={whyNotPinned(column, pinned >= max_pinned && `Chỉ ghim được ${max_pinned} cột.`)}
              onClick={() => change(column.key, { pinned: !column.pinned })}
            />
          </li>
        ))}
      </ol>
      <VisuallyHidden id={helpId}>Nhấn phím cách hoặc Enter để nhấc lên, rồi dùng mũi tên lên, xuống.</VisuallyHidden>
      <div aria-live="assertive">
        <VisuallyHidden>{said}</VisuallyHidden>
      </div>
    </>
  )
}

function whyNotPinned({ shown, pinned }: Choice, full: string | false): string | false {
  if (!shown) return 'Cột đang ẩn.'
  return !pinned && full
}
