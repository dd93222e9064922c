/** The control for a picture. Where it is sent is the product's affair, which decides who may. */
import { useProductParts, type ImageFieldProps } from '#web/route/product-parts.ts'

export function ImageField(props: ImageFieldProps) {
  const parts = useProductParts()
  return <parts.ImageField {...props} />
}
