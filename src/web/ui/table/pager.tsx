import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/action/button.tsx'
import { centre } from '#web/ui/base/centre.ts'
import { cx } from '#web/ui/base/cx.ts'
import type { IconName } from '#web/ui/icon/icon-names.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import { groupedNumber } from '#web/ui/field/number-text.ts'
import { checkedPage, pageButtons, pageCountOf, page_sizes, rowRange } from './pager-math.ts'
import { Select } from '#web/ui/field/select.tsx'
import control from '#web/ui/field/control.module.css'
import css from './pager.module.css'

export type PagerProps = {
  page: number
  pageSize: number
  /** null while it is being counted, undefined when counting failed. */
  total: number | null | undefined
  /** Rows on this page. While they are being counted, a full page is taken to have a next one. */
  shown?: number
  /** There are more rows than `total`: the count stopped at its limit. */
  more?: boolean
  onPage: (page: number) => void
  onPageSize: (pageSize: number) => void
  /** What is counted: 'tài khoản', 'vé'. */
  unit?: string
  /** Beside the count: what was counted, where that is not all. */
  note?: string | null
}

/**
 * Page buttons, a field for the page, and the size of a page; without a total it only goes to the next page while the
 * last one was full.
 */
export function Pager({
  page,
  pageSize,
  total,
  shown = 0,
  more,
  onPage,
  onPageSize,
  unit = 'bản ghi',
  note,
}: PagerProps) {
  const sizeId = useId()
  const numbers = useRef<HTMLDivElement>(null)
  const hasNext = total == null ? shown === pageSize : Boolean(more)
  const pageCount = Math.max(total == null ? 1 : pageCountOf(total, pageSize), total == null || more ? page : 1)
  const buttons = pageButtons(Math.min(page, pageCount), pageCount)
  const place = buttons.indexOf(page)
  useLayoutEffect(() => centre(numbers.current, numbers.current?.children[place]), [place])
  const stepButton = (label: string, icon: IconName, target: number, possible: boolean) => (
    <button
      type="button"
      className={css.page}
      aria-label={label}
      aria-disabled={!possible || undefined}
      onClick={() => possible && onPage(target)}
    >
      <Icon name={icon} size={14} />
    </button>
  )
  return (
    <nav className={css.pager} aria-label={`Phân trang ${unit}`}>
      <div className={css.side}>
        <label htmlFor={sizeId}>Bản ghi</label>
        <div className={css.size}>
          <Select
            id={sizeId}
            value={pageSize}
            onChange={onPageSize}
            options={page_sizes.map((size) => ({ value: size, label: String(size) }))}
          />
        </div>
        <span className={css.total} aria-live="polite">
          {[countText({ page, pageSize, total, more, unit }), note].filter(Boolean).join(' · ')}
        </span>
      </div>
      <div className={css.pages}>
        {stepButton('Trang đầu', 'chevrons-left', 1, page > 1)}
        {stepButton('Trang trước', 'chevron-left', page - 1, page > 1)}
        <div ref={numbers} className={css.numbers}>
          {buttons.map((number) => (
            <button
              key={number}
              type="button"
              className={cx(css.page, number === page && css.current)}
              aria-label={`Trang ${number}`}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => number !== page && onPage(number)}
            >
              {groupedNumber(number)}
            </button>
          ))}
        </div>
        {stepButton('Trang sau', 'chevron-right', page + 1, page < pageCount || hasNext)}
        {stepButton('Trang cuối', 'chevrons-right', pageCount, page < pageCount)}
      </div>
      <PageField
        page={page}
        lastPage={total == null ? Number.MAX_SAFE_INTEGER : pageCount}
        isOnlyPage={pageCount === 1}
        onPage={onPage}
      />
    </nav>
  )
}

type PageFieldProps = Pick<PagerProps, 'page' | 'onPage'> & { lastPage: number; isOnlyPage: boolean }

/** The field in which the number of a page is typed to go there. */
function PageField({ page, lastPage, isOnlyPage, onPage }: PageFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  function go(event: FormEvent) {
    event.preventDefault()
    onPage(checkedPage(typed, lastPage))
    setTyped('')
  }
  return (
    <form className={cx(css.side, isOnlyPage && css.onlyPage)} onSubmit={go} noValidate>
      <label htmlFor={id}>Trang</label>
      <div className={cx(control.box, css.typed)}>
        <input
          id={id}
          className={control.input}
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          placeholder={String(page)}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (!event.ctrlKey && !event.metaKey && /^[e,\-.]$/i.test(event.key)) event.preventDefault()
            if (event.key === 'Enter' && event.nativeEvent.isComposing) event.preventDefault()
          }}
        />
      </div>
      <Button type="submit">Đi</Button>
    </form>
  )
}

function countText({
  page,
  pageSize,
  total,
  more,
  unit,
}: Pick<PagerProps, 'page' | 'pageSize' | 'total' | 'more' | 'unit'>) {
  if (total === null) return 'Đang đếm…'
  if (total === undefined) return 'Chưa đếm được'
  if (total === 0) return `0 ${unit}`
  const [from, to] = rowRange(page, pageSize, total)
  return `${groupedNumber(from)}–${groupedNumber(to)} / ${more ? 'hơn ' : ''}${groupedNumber(total)} ${unit}`
}
