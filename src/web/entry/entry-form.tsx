import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '#web/ui/action/button.tsx'
import css from './entry-form.module.css'

export interface EntryFormProps {
  title: string
  intro?: ReactNode
  submitLabel: string
  busy: boolean
  onSubmit: () => void
  children: ReactNode
  /** Links to other pages, shown beside the form. */
  aside?: ReactNode
  links?: readonly { href: string; label: string; before?: string }[]
}

/** The form of sign-in, sign-up and the like. It is sent by the button or by Enter, but not by the Enter that ends a Vietnamese word. */
export function EntryForm({ title, intro, submitLabel, busy, onSubmit, children, aside, links = [] }: EntryFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true })
  }, [])
  return (
    <form
      ref={form}
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) onSubmit()
      }}
    >
      <header>
        <h1 className={css.title}>{title}</h1>
        {intro && <p className={css.intro}>{intro}</p>}
      </header>
      {children}
      <Button type="submit" variant="primary" wide busy={busy}>
        {submitLabel}
      </Button>
      {aside}
      {links.length > 0 && (
        <ul className={css.links}>
          {links.map(({ href, label, before }) => (
            <li key={href}>
              {before} <a href={href}>{label}</a>
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}
