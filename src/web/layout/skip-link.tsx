import css from './skip-link.module.css'

/** The first tab stop: skips the top bar and the menu. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className={css.skip}
      onClick={(event) => {
        event.preventDefault()
        document.querySelector('main')?.focus()
      }}
    >
      Bỏ qua menu, đến nội dung
    </a>
  )
}
