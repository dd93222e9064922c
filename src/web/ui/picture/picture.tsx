import { srcSetOf } from '#contract/picture-sizes.ts'

export interface PictureProps {
  /** The address of a picture that was uploaded here, or of one that is still on this machine. */
  src: string
  alt: string
  /** How wide it is drawn, as the `sizes` of HTML says it. */
  sizes: string
  className?: string | undefined
}

/** A picture in the size that its place needs, as AVIF where the browser reads it and as WebP elsewhere. */
export function Picture({ src, alt, sizes, className }: PictureProps) {
  const avif = srcSetOf(src, 'avif')
  return (
    <picture>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      <img className={className} src={src} srcSet={srcSetOf(src, 'webp')} sizes={sizes} alt={alt} decoding="async" />
    </picture>
  )
}
