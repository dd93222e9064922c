import { srcSetOf } from '#contract/picture-sizes.ts'

export interface PictureProps {
  /** The address of an uploaded picture, or the object URL of a local file. */
  src: string
  alt: string
  /** The drawn width, as the `sizes` attribute of HTML. */
  sizes: string
  className?: string | undefined
}

/** A picture in the stored size that fits, as AVIF where the browser supports it and as WebP elsewhere. */
export function Picture({ src, alt, sizes, className }: PictureProps) {
  const avif = srcSetOf(src, 'avif')
  return (
    <picture>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      <img className={className} src={src} srcSet={srcSetOf(src, 'webp')} sizes={sizes} alt={alt} decoding="async" />
    </picture>
  )
}
