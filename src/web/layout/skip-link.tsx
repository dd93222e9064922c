import css from './skip-link.module.css'

/** The first stop of the Tab key: past the bar and the menu, to the page. */
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
