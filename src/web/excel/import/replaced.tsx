import css from './replaced.module.css'

/** What a cell of a file replaces, and by what. */
export function Replaced({ before, after }: { before: string; after: string }) {
  return (
    <>
      <del className={css.before}>{before}</del> <ins className={css.after}>{after}</ins>
    </>
  )
}
