import type { KeyboardEvent } from 'react'
import { Button } from '#web/ui/action/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import css from './pictures.module.css'

export type PictureViewProps = {
  pictures: readonly string[]
  nameOf: (index: number) => string
  /** The index of the shown picture; null when the view is closed. */
  at: number | null
  onMove: (at: number | null) => void
}

/** Shows one picture over the whole window; the arrow keys go to the others. */
export default function PictureView({ pictures, nameOf, at, onMove }: PictureViewProps) {
  const count = pictures.length
  const shown_index = Math.min(at ?? 0, count - 1)
  const step = (by: number) => onMove((shown_index + by + count) % count)
  function keyDown({ key }: KeyboardEvent) {
    if (key === 'ArrowLeft') step(-1)
    if (key === 'ArrowRight') step(1)
  }
  return (
    <Dialog
      open={at !== null && count > 0}
      onClose={() => onMove(null)}
      title={nameOf(shown_index)}
      size="xl"
      footer={
        <>
          {count > 1 && (
            <>
              <Button icon="chevron-left" onClick={() => step(-1)}>
                Ảnh trước
              </Button>
              <Button iconEnd="chevron-right" onClick={() => step(1)}>
                Ảnh sau
              </Button>
            </>
          )}
          <Button variant="primary" onClick={() => onMove(null)}>
            Đóng
          </Button>
        </>
      }
    >
      {/* Arrow keys work whichever of the buttons inside has the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <figure className={css.view} tabIndex={0} onKeyDown={count > 1 ? keyDown : undefined}>
        <img className={css.large} src={pictures[shown_index]} alt={nameOf(shown_index)} />
      </figure>
    </Dialog>
  )
}
