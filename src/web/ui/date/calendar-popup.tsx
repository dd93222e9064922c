import { Popover } from '@base-ui/react/popover'
import type { RefObject } from 'react'
import { DayPicker } from 'react-day-picker'
import { vi } from 'react-day-picker/locale/vi'
import { today } from './date-text.ts'
import { Button } from '#web/ui/action/button.tsx'
import css from './calendar-popup.module.css'

/** The picker works with Date objects in the browser's time zone: noon is on the same day in all of them. */
const dateOf = (day: string) => new Date(`${day}T12:00:00`)

function dayOf(date: Date): string {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

const weekdays = ['CN', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7']

type Props = {
  anchor: RefObject<HTMLElement | null>
  value: string | null
  min?: string
  max?: string
  onPick: (day: string) => void
  onClose: () => void
}

export default function CalendarPopup({ anchor, value, min, max, onPick, onClose }: Props) {
  const now = today()
  const initialDate = dateOf(value ?? (max && max < now ? max : now))
  const outside = [...(min ? [{ before: dateOf(min) }] : []), ...(max ? [{ after: dateOf(max) }] : [])]
  return (
    <Popover.Root
      open
      onOpenChange={(open, details) => {
        // A press on the calendar's button closes it by its click; if it were closed here too, that click would open it again.
        const { event } = details
        const towards = event instanceof FocusEvent ? event.relatedTarget : event.target
        if (!open && !(towards instanceof Node && anchor.current?.contains(towards))) onClose()
      }}
    >
      <Popover.Portal>
        <Popover.Positioner className={css.positioner} anchor={anchor} align="start" sideOffset={4}>
          <Popover.Popup className={css.popup} aria-label="Chọn ngày">
            <DayPicker
              mode="single"
              required
              // The focus moves into the opened calendar, and back to the input when it closes.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
              locale={vi}
              weekStartsOn={1}
              captionLayout="dropdown"
              startMonth={dateOf(min ?? '1950-01-01')}
              endMonth={dateOf(max ?? `${Number(now.slice(0, 4)) + 5}-12-31`)}
              defaultMonth={initialDate}
              today={dateOf(now)}
              selected={value ? dateOf(value) : undefined}
              onSelect={(date: Date) => onPick(dayOf(date))}
              disabled={outside}
              showOutsideDays
              fixedWeeks
              classNames={css as Record<string, string>}
              formatters={{
                formatWeekdayName: (date) => weekdays[date.getDay()]!,
                formatMonthDropdown: (date) => `Tháng ${date.getMonth() + 1}`,
              }}
              labels={{
                labelNext: () => 'Tháng sau',
                labelPrevious: () => 'Tháng trước',
                labelMonthDropdown: () => 'Tháng',
                labelYearDropdown: () => 'Năm',
              }}
            />
            <div className={css.foot}>
              <Button
                size="sm"
                variant="quiet"
                whyNot={(min && now < min) || (max && now > max) ? 'Hôm nay nằm ngoài khoảng cho phép' : null}
                onClick={() => onPick(now)}
              >
                Hôm nay
              </Button>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
