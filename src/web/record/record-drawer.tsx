/** The drawer in which every list opens a record: beside the list or as a page, with keys to the previous and next record. */
import { Dialog } from '@base-ui/react/dialog'
import { createContext, use, useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { useNarrow } from '#web/list/use-narrow.ts'
import { ariaKeys, keys, printedKeys } from '#web/palette/keys.ts'
import { rememberRecord } from '#web/palette/recent-records.ts'
import { Button } from '#web/ui/action/button.tsx'
import { CopyButton } from '#web/ui/action/copy-button.tsx'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Kbd } from '#web/ui/action/kbd.tsx'
import { cx } from '#web/ui/base/cx.ts'
import { useDeferredOpen } from '#web/ui/dialog/deferred-open.ts'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { numberText } from '#web/value/format.ts'
import { ReadFallback } from './fallback.tsx'
import { useNeighbours, type Neighbours } from './neighbours.ts'
import type { OpenRecord } from './open-record.ts'
import css from './record-drawer.module.css'

export interface RecordDrawerProps<Row> {
  record: OpenRecord
  /** 'Đơn 261123000002307'. */
  title: string
  /** The text that the button beside the title copies. */
  copy?: string
  read: Parameters<typeof ReadFallback>[0]['read']
  /** The record; undefined until it is read, and where it does not exist. */
  row: Row | undefined
  children: (row: Row) => ReactNode
}

interface DrawerHead {
  neighbours: Neighbours
  title: string
  copy: string | undefined
}

const Context = createContext<DrawerHead | null>(null)

/** Title and neighbours of the record whose drawer the component is in. */
export function useShownRecord(): DrawerHead {
  return use(Context)!
}

/** The drawer. `children` renders the record once it is read. */
export function RecordDrawer<Row>({ record, title, copy, read, row, children }: RecordDrawerProps<Row>) {
  const isNarrow = useNarrow()
  const content = useRef<HTMLDivElement>(null)
  const opener = useOpener(record.id)
  const neighbours = useNeighbours(record)
  const isRead = row !== undefined && record.id !== null
  const isShown = useDeferredOpen(record.id !== null)
  useEffect(() => {
    if (isRead) rememberRecord({ title, url: `${location.pathname}${location.search}` })
  }, [isRead, title])
  return (
    <Dialog.Root
      open={isShown}
      modal={isNarrow}
      disablePointerDismissal
      onOpenChange={(shouldOpen, details) => {
        if (shouldOpen) return
        details.cancel()
        record.close()
      }}
    >
      <Dialog.Portal container={document.getElementById('main')}>
        {isNarrow && <Dialog.Backdrop className={css.backdrop} />}
        <Dialog.Popup
          data-record
          className={cx(css.drawer, record.isPage && css.page)}
          initialFocus={() => content.current?.querySelector<HTMLElement>('[data-content]') ?? content.current}
          finalFocus={() => {
            opener.current?.focus({ preventScroll: true })
            return opener.current === null
          }}
        >
          <Head record={record} neighbours={neighbours} />
          <Context value={{ neighbours, title, copy }}>
            {row === undefined ? (
              <div ref={content} tabIndex={-1} className={css.waiting}>
                <RecordTitle />
                <ReadFallback read={read} />
                {!read.isPending && read.error === null && <EmptyState kind="empty" title="Không có bản ghi này" />}
              </div>
            ) : (
              <div ref={content} tabIndex={-1} key={record.id} className={css.content}>
                {children(row)}
              </div>
            )}
          </Context>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The title of the record; large (`isLead`) where no amount or headline follows. */
export function RecordTitle({ isLead, children }: { isLead?: boolean; children?: ReactNode }) {
  const { title, copy } = useShownRecord()
  return (
    <div className={css.title}>
      <Dialog.Title className={isLead ? css.lead : css.name}>{title}</Dialog.Title>
      {copy !== undefined && <CopyButton text={copy} label={`Sao chép ${copy}`} />}
      {children}
    </div>
  )
}

function Head({ record, neighbours }: { record: OpenRecord; neighbours: Neighbours }) {
  const { isPage } = record
  const { position, previous, next } = neighbours
  const no_neighbour_text = 'Danh sách không còn bản ghi nào ở phía này.'
  return (
    <header className={css.head}>
      <IconButton
        bordered
        icon="chevron-up"
        label="Bản ghi trước"
        aria-keyshortcuts={ariaKeys(keys.previousRecord)}
        whyNot={previous === null && no_neighbour_text}
        onClick={() => previous?.()}
      />
      <IconButton
        bordered
        icon="chevron-down"
        label="Bản ghi sau"
        aria-keyshortcuts={ariaKeys(keys.nextRecord)}
        whyNot={next === null && no_neighbour_text}
        onClick={() => next?.()}
      />
      <span className={css.position}>
        {position &&
          (position.total === null
            ? numberText(position.at)
            : `${numberText(position.at)} / ${numberText(position.total)}`)}
      </span>
      <span className={css.keys} aria-hidden>
        <Kbd keys={[...printedKeys(keys.nextRecord), ...printedKeys(keys.previousRecord)]} />
      </span>
      <span className={css.space} />
      <span className={css.widen}>
        <Button
          variant="quiet"
          icon={isPage ? 'chevrons-right' : 'expand'}
          aria-keyshortcuts={ariaKeys(keys.openAsPage)}
          onClick={() => record.show(record.id, { asPage: !isPage })}
        >
          {isPage ? 'Thu về bên cạnh' : 'Mở thành trang'}
        </Button>
      </span>
      <LinkCopy />
      <IconButton icon="close" label="Đóng" onClick={record.close} />
    </header>
  )
}

function LinkCopy() {
  return <CopyButton icon="link" size="md" text={location.href} label="Sao chép liên kết" />
}

/** The row of the open record, which gets the focus back when the drawer closes. */
function useOpener(id: string | null): RefObject<HTMLElement | null> {
  const opener = useRef<HTMLElement>(null)
  useEffect(() => {
    if (id !== null) opener.current = document.querySelector<HTMLElement>('main tr[data-open]') ?? opener.current
  })
  return opener
}
