import css from './progress.module.css'

export type ProgressProps = {
  label: string
  /** 0 to 100; null while the end is not known. */
  value: number | null
  /** The progress as text: '12.000 / 48.000 dòng'. */
  detail?: string
}

/** A bar with its label and percentage; `detail` replaces the percentage. */
export function Progress({ label, value, detail }: ProgressProps) {
  return (
    <div className={css.wrap}>
      <div className={css.words}>
        <span>{label}</span>
        <span className={css.detail}>{detail ?? (value === null ? '' : `${Math.floor(value)}%`)}</span>
      </div>
      <progress className={css.bar} aria-label={label} max={100} value={value ?? undefined} />
    </div>
  )
}
