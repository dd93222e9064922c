import css from './skip-link.module.css'

interface SkipLinkProps {
  /** Moves the focus over what stands between. */
  onSkip: (link: HTMLElement) => void
  children: string
}

/** A tab stop that is seen only while it has the focus. */
export const SkipLink = ({ onSkip, children }: SkipLinkProps) => (
  <a
    href="#main"
    className={css.skip}
    onClick={(event) => {
      event.preventDefault()
      onSkip(event.currentTarget)
    }}
  >
    {children}
  </a>
)
