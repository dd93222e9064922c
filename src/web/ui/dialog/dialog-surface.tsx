import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { focusUnreadable } from '#web/ui/field/unreadable.ts'
import { useDeferredOpen } from './deferred-open.ts'
import css from './dialog-surface.module.css'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  children?: ReactNode
  footer?: ReactNode
  onSubmit?: () => void
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** At an edge of the window instead of the centre. */
  side?: 'left' | 'right'
  /** A question that must be answered: no close button, above everything else. */
  alert?: boolean
  initialFocus?: RefObject<HTMLElement | null>
}

/** The base of Dialog, Drawer and confirm. Base UI handles focus, Escape and clicks outside. */
export default function DialogSurface(props: Props) {
  const {
    open,
    onClose,
    title,
    description,
    children,
    footer,
    onSubmit,
    size = 'md',
    side,
    alert,
    initialFocus,
  } = props
  const body = useRef<HTMLDivElement>(null)
  // A question is always shown: what the person does above waits for its answer.
  const isShown = useDeferredOpen(open) || (open && alert === true)
  const content = (
    <>
      <header className={css.head}>
        <div className={css.titles}>
          <Dialog.Title className={css.title}>{title}</Dialog.Title>
          {description && <Dialog.Description className={css.description}>{description}</Dialog.Description>}
        </div>
        {!alert && <IconButton icon="close" label="Đóng" onClick={onClose} />}
      </header>
      {children && (
        <Body box={body} takesFocus={initialFocus === undefined}>
          {children}
        </Body>
      )}
      {footer && <div className={css.foot}>{footer}</div>}
    </>
  )
  return (
    <Dialog.Root
      open={isShown}
      onOpenChange={(shouldOpen, details) => {
        if (shouldOpen) return
        details.cancel()
        // An Escape from a question above is meant for this dialog: an open question keeps its own, and one that is leaving has none.
        if (isAboveDialogs(details.event.target) && details.reason !== 'escape-key' && !alert) return
        onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={cx(css.backdrop, alert && css.above)} forceRender />
        <Dialog.Viewport
          className={cx(css.viewport, side && css.edge, side === 'left' && css.left, alert && css.above)}
          data-above-dialogs={alert || undefined}
        >
          <Dialog.Popup
            className={cx(css.popup, side ? css.drawer : css[size], side && size === 'lg' && css.wide)}
            role={alert ? 'alertdialog' : 'dialog'}
            initialFocus={initialFocus ?? (() => firstControl(body.current))}
          >
            {onSubmit ? (
              <form
                className={css.form}
                noValidate
                onSubmit={(event) => {
                  event.preventDefault()
                  event.stopPropagation()
                  if (!focusUnreadable(event.currentTarget)) onSubmit()
                }}
              >
                {content}
              </form>
            ) : (
              content
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Whether the element belongs to a toast or to a question above: a press there is not a press beside the dialog. */
function isAboveDialogs(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-above-dialogs]') !== null
}

/** Makes a scrolling element focusable when nothing inside it is, so that the keyboard can scroll it. */
function Body(props: { box: RefObject<HTMLDivElement | null>; takesFocus: boolean; children: ReactNode }) {
  const { box, takesFocus, children } = props
  const [reached, setReached] = useState(false)
  useEffect(() => (takesFocus ? focusLater(box.current!) : undefined), [box, takesFocus])
  useEffect(() => {
    const body = box.current!
    const measure = () => setReached(body.scrollHeight > body.clientHeight && !body.querySelector(focusable))
    const watch = new ResizeObserver(measure)
    for (const element of [body, ...body.children]) watch.observe(element)
    return () => watch.disconnect()
  }, [box])
  return (
    <div ref={box} className={css.body} {...(reached && { role: 'group', tabIndex: 0 })}>
      {children}
    </div>
  )
}

/** Moves the focus to the first input that is drawn after the dialog has opened, unless the person has pressed something before. */
function focusLater(body: HTMLElement): () => void {
  const input = () => body.querySelector<HTMLElement>(first_input)
  const ending = new AbortController()
  if (input()) return () => {}
  const drawing = new MutationObserver(() => {
    const drawn = input()
    if (!drawn) return
    drawn.focus()
    ending.abort()
  })
  drawing.observe(body, { childList: true, subtree: true })
  ending.signal.addEventListener('abort', () => drawing.disconnect())
  for (const type of ['keydown', 'pointerdown'])
    document.addEventListener(type, () => ending.abort(), { capture: true, signal: ending.signal })
  return () => ending.abort()
}

const first_input = '[autofocus], :is(input, select, textarea):not([readonly], [disabled], [type="hidden"])'
const focusable = 'a[href], button, input, select, textarea, [tabindex]'

/** The initial focus: the first input, else the dialog's first button. */
function firstControl(body: HTMLElement | null): HTMLElement | boolean {
  return body?.querySelector<HTMLElement>(first_input) ?? true
}
