import { CopyButton } from '#web/ui/action/copy-button.tsx'
import css from './secret-text.module.css'

/** A secret that is shown once, large enough to be read out, with a button that copies it. */
export function SecretText({ text, label }: { text: string; label: string }) {
  return (
    <div className={css.secret}>
      <output className={css.text}>{text}</output>
      <CopyButton text={text} label={label} />
    </div>
  )
}
