/** The palette (Ctrl+K): opens screens and records and starts quick actions, by keyboard alone. */
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { matchIn } from '#contract/text/match-in.ts'
import css from './palette.module.css'
import type { MenuItem } from '#web/session/rights.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Kbd } from '#web/ui/action/kbd.tsx'
import { deferDialogs } from '#web/ui/dialog/deferred-open.ts'
import { takeEarlyText } from './early-text.ts'
import { useGlobalSearch, type SearchHit, type SearchGroup } from './use-global-search.ts'

export interface PaletteProps {
  open: boolean
  onClose: () => void
  menu: readonly MenuItem[]
}

export default function Palette({ open, onClose, menu }: PaletteProps) {
  useLayoutEffect(() => (open ? deferDialogs() : undefined), [open])
  return (
    <Dialog.Root open={open} onOpenChange={(shouldOpen) => !shouldOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={css.backdrop} forceRender />
        {/* data-above-dialogs: a click here is not a click outside a drawer or editor below. */}
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
  // Enter was pressed before the answer arrived: the first result is opened once it is there.
  const openFirst = useRef(false)
  useEffect(() => {
    if (waiting || !openFirst.current) return
    openFirst.current = false
    groups[0]?.items[0]?.open()
  })

  function takeEarly() {
    const early = takeEarlyText()
    if (early === null) return
    setTyped(early.text)
    openFirst.current = early.entered && early.text !== ''
  }
  function keyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && groups.length === 0) openFirst.current = waiting
    if (event.key !== 'Escape') return
    // Escape closes only the palette, not a dialog below it.
    event.stopPropagation()
    onClose()
  }
  function choose(hit: SearchHit, event: MouseEvent) {
    // `detail` is 0 for a click by the keyboard (Enter).
    if (hit.isOld && event.detail === 0) openFirst.current = true
    else hit.open()
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
        openFirst.current = false
        if (reason.startsWith('input')) setTyped(text)
      }}
      autoHighlight="always"
      keepHighlight
    >
      {/* Keys of the field and of the close button. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={css.head} onKeyDown={keyDown}>
        <Icon name="search" />
        <Autocomplete.Input
          className={css.input}
          onFocus={takeEarly}
          aria-label="Tìm trang, việc, bản ghi"
          placeholder="Trang, việc, tên, mã, số điện thoại"
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
        />
        <IconButton icon="close" label="Đóng" onClick={onClose} />
      </div>
      <Results typed={typed} failed={failed} waiting={waiting} onChoose={choose} />
      <Keys />
    </Autocomplete.Root>
  )
}

interface ResultsProps {
  typed: string
  failed: string | null
  waiting: boolean
  onChoose: (hit: SearchHit, event: MouseEvent) => void
}

function Results({ typed, failed, waiting, onChoose }: ResultsProps) {
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
              {(hit: SearchHit) => (
                <Autocomplete.Item
                  key={hit.key}
                  value={hit}
                  className={css.item}
                  onClick={(event) => onChoose(hit, event)}
                >
                  <Icon name={hit.icon} />
                  <span className={css.label}>
                    <Marked text={hit.label} keyword={typed} />
                  </span>
                  <span className={css.detail}>
                    <Marked text={hit.detail} keyword={typed} />
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

/** A text with the matching part highlighted. */
function Marked({ text, keyword }: { text: string; keyword: string }) {
  const match = matchIn(text, keyword)
  if (!match) return text
  const [from, to] = match
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
