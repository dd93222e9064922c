import { numberText } from '#contract/text/number-text.ts'
import { IconButton } from './icon-button.tsx'
import css from './bell-button.module.css'

export interface BellButtonProps {
  /** How many notifications are unread. */
  count: number
  open: boolean
  onClick: () => void
}

const max_shown = 99

/** Opens the notifications; the figure says how many are unread. */
export function BellButton({ count, open, onClick }: BellButtonProps) {
  const label = count === 0 ? 'Thông báo' : `Thông báo, ${numberText(count)} chưa đọc`
  return (
    <span className={css.bell}>
      <IconButton icon="bell" label={label} aria-haspopup="dialog" aria-expanded={open} onClick={onClick} />
      {count > 0 && (
        <span className={css.count} aria-hidden="true">
          {count > max_shown ? `${max_shown}+` : count}
        </span>
      )}
    </span>
  )
}
