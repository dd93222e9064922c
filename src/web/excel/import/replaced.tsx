import css from './replaced.module.css'

/** An old value and the value of the file that replaces it. */
export function Replaced({ before, after }: { before: string; after: string }) {
  return (
    <>
      <del className={css.before}>{before}</del> <ins className={css.after}>{after}</ins>
    </>
  )
}
