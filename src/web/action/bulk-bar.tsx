/** The bulk actions on the selected rows. The bar is below the rows, so that they do not move when the first one is selected. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useSkippedRows } from './skip-rows.ts'
import type { BulkAction, BulkSetup, Selection } from './bulk.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { numberText } from '#web/value/format.ts'
import type { Values } from '#web/list/list-state.ts'
import { Button } from '#web/ui/action/button.tsx'
import { VisuallyHidden } from '#web/ui/base/visually-hidden.tsx'
import { Row, Toolbar } from '#web/ui/layout/layout.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { LiveText } from '#web/ui/message/live-text.tsx'
import { focusFirstRow } from '#web/ui/table/table-focus.ts'
import { Text } from '#web/ui/layout/text.tsx'
import type { List } from '#web/list/use-list.ts'
import css from './bulk-bar.module.css'

const BulkDialog = lazyPart(() => import('./bulk-dialog.tsx'))

/** The dialog gives back the focus within this time. */
const focus_after_ms = 100

export interface BulkBarProps {
  list: List
  bulk: BulkSetup
  selection: Selection
  noun: string
}

export default function BulkBar({ list, bulk, selection, noun }: BulkBarProps) {
  // The selection at the time of the click: a reload behind the dialog does not change it.
  const [opened, setOpened] = useState<{ action: BulkAction; input: Values; list: Element } | null>(null)
  const { count, all, more, whyNotAll, input } = selection
  const total = `${list.capped ? 'hơn ' : ''}${numberText(list.total ?? 0)}`
  useSkippedRows(count > 0)
  const selected = count > 0 && selectionText(selection, sumOf(list, bulk, selection))
  return (
    <>
      <VisuallyHidden as="div">
        <LiveText>{selected}</LiveText>
      </VisuallyHidden>
      {selected !== false && (
        <Bar>
          <Toolbar
            label="Thao tác hàng loạt"
            end={
              <Button
                size="sm"
                variant="quiet"
                icon="close"
                onClick={({ currentTarget }) => {
                  focusFirstRow(currentTarget)
                  selection.clear()
                }}
              >
                Bỏ chọn
              </Button>
            }
          >
            <Row>
              <Text strong>{selected}</Text>
              {more && whyNotAll === null && (
                <Button size="sm" variant="quiet" onClick={selection.chooseAll}>
                  {`Chọn cả ${total} dòng khớp bộ lọc`}
                </Button>
              )}
              {more && whyNotAll !== null && (
                <Text tone="muted">{`Không chọn được cả ${total} dòng. ${whyNotAll}`}</Text>
              )}
              {bulk.actions.map((action) => (
                <Button
                  key={action.value}
                  size="sm"
                  icon={action.icon}
                  whyNot={all && list.fetching && 'Danh sách đang được tải lại.'}
                  onClick={({ currentTarget }) =>
                    setOpened({
                      action,
                      input: { ...input, action: action.value },
                      list: currentTarget.closest('section')!,
                    })
                  }
                >
                  {action.label}
                </Button>
              ))}
            </Row>
          </Toolbar>
        </Bar>
      )}
      {opened && (
        <BulkDialog
          bulk={{ ...bulk, ...opened.action.calls }}
          action={opened.action}
          input={opened.input}
          noun={noun}
          onClose={(ended) => {
            setOpened(null)
            if (!ended) return
            selection.clear()
            list.reload()
            // The button that opened the dialog is gone with the selection.
            setTimeout(() => focusFirstRow(opened.list), focus_after_ms)
          }}
        />
      )}
    </>
  )
}

/** While it is shown, the page scrolls what takes the focus to above it, not behind it. */
function Bar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const box = bar.current!
    const observer = new ResizeObserver(() => (style.scrollPaddingBottom = `${box.offsetHeight}px`))
    observer.observe(box)
    return () => {
      observer.disconnect()
      style.scrollPaddingBottom = ''
    }
  }, [])
  return (
    <div ref={bar} className={css.bar}>
      {children}
    </div>
  )
}

function selectionText({ count, all, more }: Selection, sum: string): string {
  const text = all ? `Đã chọn cả ${numberText(count)} dòng khớp bộ lọc` : `Đã chọn ${numberText(count)} dòng`
  return `${more && !all ? `${text} của trang` : text}${sum}.`
}

/** ' · 26.810.000 đ', the sum of the selected rows; empty when rows of other pages are selected too. */
function sumOf({ rows }: List, { idOf, amountOf }: BulkSetup, { ids, all }: Selection): string {
  if (!amountOf || all) return ''
  const ticked = (rows as never[]).filter((row) => ids.has(idOf(row)))
  return ` · ${moneyText(ticked.reduce((sum, row) => sum + amountOf(row), 0))}`
}
