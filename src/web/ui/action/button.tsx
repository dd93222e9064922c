import { type ComponentPropsWithRef, type MouseEvent, type ReactNode, useId } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import type { IconName } from '#web/ui/icon/icon-names.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import { Spinner } from '#web/ui/message/spinner.tsx'
import { VisuallyHidden } from '#web/ui/base/visually-hidden.tsx'
import css from './button.module.css'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

/** Why the button cannot be used now. It stays focusable and shows the reason; there is no disabled state without one. */
export type WhyNot = string | false | null | undefined

type Appearance = { variant?: ButtonVariant; size?: 'md' | 'sm'; icon?: IconName; iconEnd?: IconName; wide?: boolean }

export type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'disabled' | 'className' | 'style'> &
  Appearance & { busy?: boolean; whyNot?: WhyNot; children: ReactNode }

const lookClass = ({ variant = 'secondary', size = 'md', wide }: Appearance) =>
  cx(css.button, css[variant], size === 'sm' && css.small, wide && css.wide)

/**
 * With `whyNot` or `busy` it keeps the focus but does nothing; the reason is its tip. A button of a form needs
 * `type="submit"`.
 */
export function Button({ variant, size, icon, iconEnd, wide, busy, whyNot, children, onClick, ...rest }: ButtonProps) {
  const reasonId = useId()
  const isOff = Boolean(whyNot) || busy
  function click(event: MouseEvent<HTMLButtonElement>) {
    if (isOff) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <>
      <button
        type="button"
        {...rest}
        className={lookClass({ variant, size, wide })}
        aria-disabled={isOff || undefined}
        aria-busy={busy || undefined}
        aria-describedby={whyNot ? reasonId : rest['aria-describedby']}
        data-tip={whyNot || undefined}
        onClick={click}
      >
        {busy ? <Spinner /> : icon && <Icon name={icon} />}
        <span className={css.label}>{children}</span>
        {iconEnd && <Icon name={iconEnd} size={14} />}
      </button>
      {whyNot && <VisuallyHidden id={reasonId}>{whyNot}</VisuallyHidden>}
    </>
  )
}

export type LinkButtonProps = Omit<ComponentPropsWithRef<'a'>, 'className' | 'style'> & Appearance

/** A link that looks like a button; as a link to a page it is PageButton. */
export function LinkButton({ variant, size, icon, iconEnd, wide, children, ...rest }: LinkButtonProps) {
  return (
    <a {...rest} className={lookClass({ variant, size, wide })}>
      {icon && <Icon name={icon} />}
      <span className={css.label}>{children}</span>
      {iconEnd && <Icon name={iconEnd} size={14} />}
    </a>
  )
}
