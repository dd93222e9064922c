import { type ComponentPropsWithRef, type MouseEvent, useId } from 'react'
import type { WhyNot } from './button.tsx'
import { cx } from '#web/ui/base/cx.ts'
import type { IconName } from '#web/ui/icon/icon-names.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import { Spinner } from '#web/ui/message/spinner.tsx'
import { VisuallyHidden } from '#web/ui/base/visually-hidden.tsx'
import css from './icon-button.module.css'

export type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'disabled' | 'className' | 'style' | 'children'> & {
  icon: IconName
  /** What the button does: its accessible name and its tooltip. */
  label: string
  tone?: 'neutral' | 'accent' | 'danger'
  size?: 'md' | 'sm'
  bordered?: boolean
  busy?: boolean
  whyNot?: WhyNot
}

/** A button without text, for actions whose icon everybody knows; its label is read out and shown as a tip. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, tone = 'neutral', size = 'md', bordered, busy, whyNot, onClick, ...rest } = props
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
        className={cx(css.button, css[tone], size === 'sm' && css.small, bordered && css.bordered)}
        aria-label={label}
        aria-disabled={isOff || undefined}
        aria-describedby={whyNot ? reasonId : rest['aria-describedby']}
        data-tip={whyNot ? `${label}: ${whyNot}` : label}
        onClick={click}
      >
        {busy ? <Spinner /> : <Icon name={icon} />}
      </button>
      {whyNot && <VisuallyHidden id={reasonId}>{whyNot}</VisuallyHidden>}
    </>
  )
}
