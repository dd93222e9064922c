import css from './code-block.module.css'

/** Preformatted text for programmers: it keeps its line breaks and scrolls. */
export function CodeBlock({ label, children }: { label: string; children: string }) {
  return (
    // Focusable, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={css.code} aria-label={label} role="region" tabIndex={0}>
      {children}
    </pre>
  )
}
