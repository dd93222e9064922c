/** The draw calendar of each game, and its future closed days. */
import { runAct, useAct, type RowAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { Editor } from '#web/form/editor.tsx'
import { ReadFallback } from '#web/record/fallback.tsx'
import { dayText, numberText } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { useRights } from '#web/session/rights.ts'
import { Badge } from '#web/ui/show/badge.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Drawer } from '#web/ui/dialog/drawer.tsx'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { useEditor } from '#web/form/use-editor.ts'
import type { AnswerOf } from '#contract/call.ts'
import { isHeadOffice } from '#contract/person.ts'
import { infoOf } from '#contract/schema.ts'
import { GameCalendar, gameCalendar, type GameCalendarRow } from './calendar.contract.ts'

export interface GameCalendarsProps {
  open: boolean
  onClose: () => void
}

export default function GameCalendars({ open, onClose }: GameCalendarsProps) {
  const { can, me } = useRights()
  const read = useRead(gameCalendar.list, {}, { enabled: open })
  const editor = useEditor({
    add: gameCalendar.close,
    blank: { categories: [] },
    onSaved: (answer) => toast.info(resultText(answer as AnswerOf<typeof gameCalendar.close>)),
  })
  const mayChange = can(gameCalendar.close) && isHeadOffice(me)
  return (
    <>
      <Drawer
        open={open}
        onClose={onClose}
        title="Lịch quay"
        description="Các trò chơi điện toán. Lịch của đài truyền thống ở Danh mục kho."
        size="lg"
        footer={
          mayChange && (
            <Button icon="plus" onClick={() => editor.open()}>
              Thêm ngày nghỉ
            </Button>
          )
        }
      >
        <ReadFallback read={read} />
        {read.data && (
          <Stack gap={5}>
            {read.data.items.map((row) => (
              <CalendarOfGame key={row.category} row={row} mayChange={mayChange} />
            ))}
          </Stack>
        )}
      </Drawer>
      <Editor
        editor={editor}
        noun="ngày nghỉ"
        fields={['categories', 'from_date', 'to_date', 'reason']}
        hints={{
          categories: 'Có thể chọn nhiều sản phẩm',
          from_date: 'Từ ngày mai trở đi. Kỳ chưa ai mua trong các ngày này sẽ bỏ',
        }}
      />
    </>
  )
}

function CalendarOfGame({ row, mayChange }: { row: GameCalendarRow; mayChange: boolean }) {
  const open = useAct(gameCalendar.open, { success: (_, answer) => resultText(answer) })
  const { shape } = GameCalendar
  const actOf = (day: string): RowAct => ({
    call: gameCalendar.open,
    label: `Bỏ ngày nghỉ ${dayText(day)}`,
    icon: 'trash',
    danger: true,
    confirm: {
      message: `Quay trở lại vào ngày ${dayText(day)}? Các kỳ của ngày này được lập lại.`,
      confirmLabel: 'Bỏ ngày nghỉ',
    },
    run: () => open.mutate({ category: row.category, day }),
  })
  return (
    <Stack gap={2}>
      <Heading level={3}>{show(infoOf(shape.category), row.category)}</Heading>
      <Text>{hoursText(row)}</Text>
      <Text tone="muted" size="sm">
        {`Ngừng nhận trước ${cutOffText(row.stop_seconds)}, hết giờ in trước ${cutOffText(row.print_seconds)}.`}
      </Text>
      {row.closed_days.length > 0 && (
        <RecordList
          items={row.closed_days.map(({ day, reason }) => ({
            key: day,
            title: (
              <Row gap={2}>
                <Badge tone="amber">Nghỉ</Badge>
                {dayText(day)}
              </Row>
            ),
            lines: [reason],
            ...(mayChange && {
              action: (
                <IconButton
                  icon="trash"
                  tone="danger"
                  label={actOf(day).label}
                  onClick={() => void runAct(actOf(day))}
                />
              ),
            }),
          }))}
        />
      )}
    </Stack>
  )
}

const days_of_week = 7

/** 'Hằng ngày, 06:08 – 21:52, 8 phút một kỳ'. */
function hoursText({ weekdays, first_draw, last_draw, every_minutes }: GameCalendarRow): string {
  const info = infoOf(GameCalendar.shape.weekdays)!
  const days =
    weekdays.length === days_of_week
      ? 'Hằng ngày'
      : weekdays.map((day) => info.options!.find(({ value }) => value === day)!.label).join(', ')
  if (first_draw === last_draw) return `${days}, ${first_draw}`
  return `${days}, ${first_draw} – ${last_draw}, ${paceText(every_minutes)}`
}

const paceText = (minutes: number) => (minutes % 60 === 0 ? `${minutes / 60} giờ một kỳ` : `${minutes} phút một kỳ`)
const cutOffText = (seconds: number) => (seconds % 60 === 0 ? `${seconds / 60} phút` : `${seconds} giây`)

/** How many draws were made or removed. */
function resultText({ removed, made }: AnswerOf<typeof gameCalendar.open>): string {
  const difference = made - removed
  if (difference === 0) return 'Các kỳ đã lập vẫn như trước.'
  return difference > 0
    ? `Đã lập thêm ${numberText(difference)} kỳ.`
    : `Đã bỏ ${numberText(-difference)} kỳ chưa ai mua.`
}
