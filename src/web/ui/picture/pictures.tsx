import { useState } from 'react'
import { sizedAddress } from '#contract/picture-sizes.ts'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import type { PictureViewProps } from './picture-view.tsx'
import css from './pictures.module.css'

const PictureView = lazyPart(() => import('./picture-view.tsx'), {
  mountWhen: ({ at }: PictureViewProps) => at !== null,
})

export type PicturesProps = {
  pictures: readonly string[]
  /** What the pictures show; with the number of each picture it becomes its name. */
  label: string
  onRemove?: (picture: string) => void
}

/** Thumbnails of pictures; a click opens one over the whole window. */
export function Pictures({ pictures, label, onRemove }: PicturesProps) {
  const [openIndex, setOpenIndex] = useState<number | null>(null)
  const nameOf = (index: number) => (pictures.length > 1 ? `${label} ${index + 1}/${pictures.length}` : label)
  return (
    <>
      <ul className={css.list} aria-label={label}>
        {pictures.map((src, index) => (
          <li key={src} className={css.item}>
            <button type="button" className={css.open} data-tip="Xem ảnh lớn" onClick={() => setOpenIndex(index)}>
              <img
                className={css.small}
                src={sizedAddress(src, 320, 'webp')}
                alt={nameOf(index)}
                loading="lazy"
                decoding="async"
              />
            </button>
            {onRemove && (
              <span className={css.remove}>
                <IconButton
                  icon="trash"
                  size="sm"
                  tone="danger"
                  label={`Bỏ ${nameOf(index).toLocaleLowerCase('vi')}`}
                  onClick={() => onRemove(src)}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
      <PictureView pictures={pictures} nameOf={nameOf} at={openIndex} onMove={setOpenIndex} />
    </>
  )
}
