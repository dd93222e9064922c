import { useState } from 'react'
import css from './footer.module.css'

export function Footer() {
  const [year] = useState(() => new Date().getFullYear())
  return (
    <footer className={css.footer}>
      © {year} Vé Số Back Office {import.meta.env.VERSION}
    </footer>
  )
}
