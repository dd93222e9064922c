import { type ReactNode, useId } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Icon } from '#web/ui/icon/icon.tsx'
import { Thumbnail } from '#web/ui/picture/thumbnail.tsx'
import { type Key, useSortable } from './use-sortable.ts'
import { VisuallyHidden } from '#web/ui/base/visually-hidden.tsx'
import css from './sortable-list.module.css'

export type SortableItem<K extends Key> = {
  key: K
  name: string
  /** The address of a picture beside the name; null where the item still lacks one. */
  image?: string | null
  /** Quieter words under the name. */
  lines?: readonly ReactNode[]
  /** A badge after the name. */
  aside?: ReactNode
  /** Controls that change the item, in a column of their own. */
  controls?: ReactNode
}

export type SortableListProps<K extends Key> = {
  label: string
  items: readonly SortableItem<K>[]
  /** All keys in their new order. */
  onChange: (keys: K[]) => void
  readOnly?: boolean
}

/**
 * A few things in an order that people make: dragged by the handle, moved by its keys (Space or Enter, arrows, Escape), or
 * step by step with the two buttons of each row.
 */
export function SortableList<K extends Key>({ label, items, onChange, readOnly = false }: SortableListProps<K>) {
  const helpId = useId()
  const { list, held, said, move, handle } = useSortable({
    keys: items.map((item) => item.key),
    nameOf: (key) => items.find((item) => item.key === key)?.name ?? '',
    onChange: (keys) => onChange(keys as K[]),
  })
  const last_index = items.length - 1
  return (
    <>
      <ol ref={list} aria-label={label} className={css.list}>
        {items.map(({ key, name, image, lines = [], aside, controls }, index) => (
          <li key={key} className={cx(css.item, held === key && css.held)}>
            {!readOnly && (
              <button
                type="button"
                className={css.handle}
                aria-label={`Di chuyển “${name}”`}
                aria-describedby={helpId}
                {...handle(key)}
              >
                <Icon name="drag" />
              </button>
            )}
            <span className={css.place} aria-hidden>
              {index + 1}
            </span>
            {image !== undefined && (
              <span className={css.picture}>
                {image === null ? <Icon name="image" /> : <Thumbnail src={image} alt="" />}
              </span>
            )}
            <div className={css.words}>
              <div className={css.name}>
                {name} {aside}
              </div>
              <div className={css.lines}>
                {lines.map((line, line_index) => (
                  <div key={line_index}>{line}</div>
                ))}
              </div>
            </div>
            {controls !== undefined && <div className={css.controls}>{controls}</div>}
            {!readOnly && (
              <span className={css.steps}>
                <IconButton
                  icon="chevron-up"
                  label={`Lên: “${name}”`}
                  whyNot={index === 0 && 'Đang đứng đầu.'}
                  onClick={() => move(key, index - 1)}
                />
                <IconButton
                  icon="chevron-down"
                  label={`Xuống: “${name}”`}
                  whyNot={index === last_index && 'Đang đứng cuối.'}
                  onClick={() => move(key, index + 1)}
                />
              </span>
            )}
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
