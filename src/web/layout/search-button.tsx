import { keysOf, paletteKey } from '#web/palette/keys.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import { Kbd } from '#web/ui/action/kbd.tsx'
import css from './search-button.module.css'

/** Opens Ctrl+K for whoever has a pointer; looks like the field that it leads to. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={css.button} aria-haspopup="dialog" data-tip={paletteKey.label} onClick={onClick}>
      <Icon name="search" />
      <span className={css.words}>Tìm nhanh</span>
      <span className={css.keys} aria-hidden>
        <Kbd keys={keysOf(paletteKey)} />
      </span>
    </button>
  )
}
