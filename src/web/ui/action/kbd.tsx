import css from './kbd.module.css'

/** Keys to press together: <Kbd keys={['Ctrl', 'K']} />. */
export function Kbd({ keys }: { keys: readonly string[] }) {
  return (
    <span className={css.keys}>
      {keys.map((key) => (
        <kbd key={key} className={css.key}>
          {key}
        </kbd>
      ))}
    </span>
  )
}
