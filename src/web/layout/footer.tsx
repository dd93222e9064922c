import { useState } from 'react'
import css from './footer.module.css'

/** The line under every page: the year by the browser's clock, and the version of the web part that is loaded. */
export function Footer() {
  const [year] = useState(() => new Date().getFullYear())
  return (
    <footer className={css.footer}>
      © {year} Vé Số Back Office {import.meta.env.VERSION}
    </footer>
  )
}
