import { keys, printedKeys } from '#web/palette/keys.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import { Kbd } from '#web/ui/action/kbd.tsx'
import css from './search-button.module.css'

/** Opens the palette (Ctrl+K) by a click; it looks like the palette's search field. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={css.button} aria-haspopup="dialog" data-tip="Tìm trang, bản ghi" onClick={onClick}>
      <Icon name="search" />
      <span className={css.words}>Tìm nhanh</span>
      <span className={css.keys} aria-hidden>
        <Kbd keys={printedKeys(keys.palette)} />
      </span>
    </button>
  )
}
