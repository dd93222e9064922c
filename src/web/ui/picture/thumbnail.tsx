import css from './thumbnail.module.css'

/** A small picture: as high as the row in a table, larger elsewhere. */
export function Thumbnail({ src, alt }: { src: string; alt: string }) {
  return (
    <img
      className={css.thumbnail}
      src={src.replace(/\.webp$/, '-w320.webp')}
      alt={alt}
      loading="lazy"
      decoding="async"
    />
  )
}
