/** Ctrl+K: goes to any screen of the person's menu and any record that a feature can find, and begins tasks, by keyboard alone. */
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { matchIn } from '#contract/fold.ts'
import css from './palette.module.css'
import type { MenuItem } from '#web/session/rights.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Kbd } from '#web/ui/action/kbd.tsx'
import { useGlobalSearch, type SearchHit, type SearchGroup } from './use-global-search.ts'

export interface PaletteProps {
  open: boolean
  onClose: () => void
  menu: readonly MenuItem[]
}

export default function Palette({ open, onClose, menu }: PaletteProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={css.backdrop} forceRender />
        {/* Above a drawer or an editor, a press here is not a press beside that one. */}
        <Dialog.Viewport className={css.viewport} data-above-dialogs>
          <Dialog.Popup className={css.popup} aria-label="Tìm nhanh">
            <SearchPalette menu={menu} onClose={onClose} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function SearchPalette({ menu, onClose }: Omit<PaletteProps, 'open'>) {
  const [typed, setTyped] = useState('')
  const { groups, waiting, failed } = useGlobalSearch(menu, typed, onClose)
  // Enter came before the answer: the first of what is found is opened once it is there.
  const hasty = useRef(false)
  useEffect(() => {
    if (waiting || !hasty.current) return
    hasty.current = false
    groups[0]?.items[0]?.open()
  })

  function keyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && groups.length === 0) hasty.current = waiting
    if (event.key !== 'Escape') return
    // It closes this alone, not what lies below.
    event.stopPropagation()
    onClose()
  }
  function choose(find: SearchHit, event: MouseEvent) {
    // A click that no pointer made is Enter.
    if (find.old && event.detail === 0) hasty.current = true
    else find.open()
  }
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      filter={null}
      value={typed}
      itemToStringValue={({ label }: SearchHit) => label}
      onValueChange={(text, { reason }) => {
        hasty.current = false
        if (reason.startsWith('input')) setTyped(text)
      }}
      autoHighlight="always"
      keepHighlight
    >
      {/* The field's own keys, and those of the button beside it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={css.head} onKeyDown={keyDown}>
        <Icon name="search" />
        <Autocomplete.Input
          className={css.input}
          aria-label="Tìm trang, việc, bản ghi"
          placeholder="Trang, việc, tên, mã, số điện thoại"
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
        />
        <IconButton icon="close" label="Đóng" onClick={onClose} />
      </div>
      <Found typed={typed} failed={failed} waiting={waiting} onChoose={choose} />
      <Keys />
    </Autocomplete.Root>
  )
}

interface FoundProps {
  typed: string
  failed: string | null
  waiting: boolean
  onChoose: (find: SearchHit, event: MouseEvent) => void
}

function Found({ typed, failed, waiting, onChoose }: FoundProps) {
  return (
    <div className={css.results} aria-busy={waiting || undefined}>
      <Autocomplete.Empty className={css.empty}>
        {failed ?? (waiting ? 'Đang tìm…' : 'Không tìm thấy trang, việc hay bản ghi nào.')}
      </Autocomplete.Empty>
      <Autocomplete.List className={css.list} aria-label="Kết quả">
        {(group: SearchGroup) => (
          <Autocomplete.Group key={group.value} items={group.items}>
            <Autocomplete.GroupLabel className={css.heading}>{group.value}</Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(find: SearchHit) => (
                <Autocomplete.Item
                  key={find.key}
                  value={find}
                  className={css.item}
                  onClick={(event) => onChoose(find, event)}
                >
                  <Icon name={find.icon} />
                  <span className={css.label}>
                    <Marked text={find.label} keyword={typed} />
                  </span>
                  <span className={css.detail}>
                    <Marked text={find.detail} keyword={typed} />
                  </span>
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </div>
  )
}

/** A text with what was typed set off in it. */
function Marked({ text, keyword }: { text: string; keyword: string }) {
  const place = matchIn(text, keyword)
  if (!place) return text
  const [from, to] = place
  return (
    <>
      {text.slice(0, from)}
      <mark className={css.match}>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  )
}

function Keys() {
  return (
    <div className={css.foot}>
      <span>
        <Kbd keys={['↑', '↓']} /> chọn
      </span>
      <span>
        <Kbd keys={['Enter']} /> mở
      </span>
      <span>
        <Kbd keys={['Esc']} /> đóng
      </span>
    </div>
  )
}
