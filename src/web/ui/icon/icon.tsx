import { cx } from '#web/ui/base/cx.ts'
import type { IconName } from './icon-names.ts'
import css from './icon.module.css'

export type IconSize = 12 | 14 | 16 | 20 | 24 | 32

/** An icon in the colour of the text around it. Without a label it is decoration and hidden from readers. */
export function Icon({ name, size = 16, label }: { name: IconName; size?: IconSize; label?: string }) {
  const className = cx(css.icon, size !== 16 && css[`size${size}`])
  return label ? (
    <span className={className} data-icon={name} role="img" aria-label={label} />
  ) : (
    <span className={className} data-icon={name} aria-hidden />
  )
}
