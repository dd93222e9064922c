import { useId, type PointerEvent } from 'react'
import { Picture } from './picture.tsx'
import css from './focus-point.module.css'

/** A point of the picture, in percent from the left and from the top. */
export interface Point {
  x: number
  y: number
}

export interface FocusPointProps {
  src: string
  value: Point
  onChange: (value: Point) => void
  readOnly?: boolean
}

const crops = [
  { label: 'Vuông', shape: css.square },
  { label: 'Ngang', shape: css.wide },
]

const percent = (part: number, total: number) => Math.min(100, Math.max(0, Math.round((part / total) * 100)))

/**
 * Sets the point of a picture that stays visible when it is cropped, in percent from the left and the top, by a click
 * or by keys; previews two usual crops.
 */
export function FocusPoint({ src, value, onChange, readOnly = false }: FocusPointProps) {
  const id = useId()
  function press({ clientX, clientY, currentTarget, button }: PointerEvent<HTMLElement>) {
    if (readOnly || button !== 0) return
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    onChange({ x: percent(clientX - left, width), y: percent(clientY - top, height) })
  }
  return (
    <div className={css.frame} role="group" aria-label="Điểm chính của ảnh">
      <div className={css.whole} data-focus-point onPointerDown={press}>
        <Picture className={css.picture} src={src} alt="" sizes="240px" />
        <span className={css.mark} style={{ left: `${value.x}%`, top: `${value.y}%` }} aria-hidden />
      </div>
      <div className={css.side}>
        {(['x', 'y'] as const).map((axis) => (
          <label key={axis} className={css.axis} htmlFor={`${id}-${axis}`}>
            {axis === 'x' ? 'Trái – phải' : 'Trên – dưới'}
            <input
              id={`${id}-${axis}`}
              type="range"
              min={0}
              max={100}
              value={value[axis]}
              disabled={readOnly}
              onChange={(event) => onChange({ ...value, [axis]: Number(event.target.value) })}
            />
          </label>
        ))}
        <div className={css.cuts} aria-hidden>
          {crops.map(({ label, shape }) => (
            <figure key={label} className={css.cut}>
              <div className={shape} style={{ '--focus-x': `${value.x}%`, '--focus-y': `${value.y}%` } as object}>
                <Picture className={css.cutPicture} src={src} alt="" sizes="120px" />
              </div>
              <figcaption>{label}</figcaption>
            </figure>
          ))}
        </div>
      </div>
    </div>
  )
}
