import css from './footer.module.css'

export function Footer() {
  return <footer className={css.footer}>© {new Date().getFullYear()} Vé Số Back Office</footer>
}
