import { useProductParts, type ImageFieldProps } from '#web/route/product-parts.ts'

/** The input for a picture. Its implementation, with the upload call, is a product part: see route/product-parts.ts. */
export function ImageField(props: ImageFieldProps) {
  const parts = useProductParts()
  return <parts.ImageField {...props} />
}
