/** A whole result pasted from a web page or a message: shows which parts were recognized, then fills the sheet. */
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#web/ui/action/button.tsx'
import { Kbd } from '#web/ui/action/kbd.tsx'
import { TextArea } from '#web/ui/field/text-area.tsx'
import { Row, Spacer, Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { MarkedText } from '#web/ui/sheet/marked-text.tsx'
import { readPasted } from './paste.rules.ts'
import type { Numbers, PublishedTiers, Sheet } from './use-sheet.screen.tsx'

interface PastePanelProps {
  sheet: Sheet
  text: string | null
  onText: (text: string | null) => void
  onTaken: () => void
}

export function PastePanel({ sheet, text, onText, onTaken }: PastePanelProps) {
  usePasteAnywhere(onText)
  if (text === null) return <EmptyPaste onText={onText} />
  return <PastedText key={text} sheet={sheet} text={text} onText={onText} onTaken={onTaken} />
}

function PastedText({ sheet, text, onText, onTaken }: PastePanelProps & { text: string }) {
  const [undo, setUndo] = useState<{ numbers: Numbers; published: PublishedTiers } | null>(null)
  const { category, open_date } = sheet.draw
  const read = readPasted(category, open_date, text)
  const take = () => {
    setUndo({ numbers: sheet.numbers, published: sheet.published })
    const numbers = mutable(read.numbers)
    sheet.setAll({ numbers, published: { ...sheet.published, ...read.published } })
    onTaken()
  }
  return (
    <Panel
      title="Dán cả kết quả"
      actions={
        <Button variant="quiet" size="sm" onClick={() => onText(null)}>
          Dán lại
        </Button>
      }
      footer={
        <Row>
          <Text>
            Nhận <strong>{read.filled}</strong> số
            {read.missing > 0 && <Text as="span" tone="danger">{`, ${read.missing} thiếu`}</Text>}
          </Text>
          <Spacer />
          {undo ? (
            <Button
              onClick={() => {
                sheet.setAll(undo)
                setUndo(null)
              }}
            >
              Hoàn tác
            </Button>
          ) : (
            <Button variant="primary" whyNot={read.filled === 0 && 'Không nhận ra số nào của kỳ này.'} onClick={take}>
              Đưa vào ô
            </Button>
          )}
        </Row>
      }
    >
      <MarkedText text={text} marks={read.marks} label="Nội dung đã dán" />
    </Panel>
  )
}

function mutable(numbers: ReturnType<typeof readPasted>['numbers']): Numbers {
  return Object.fromEntries(Object.entries(numbers).map(([key, drawn]) => [key, [...drawn]]))
}

function EmptyPaste({ onText }: { onText: (text: string) => void }) {
  return (
    <Panel title="Dán cả kết quả" actions={<Kbd keys={['Ctrl', 'V']} />}>
      <Stack gap={2}>
        <TextArea
          aria-label="Nội dung cần dán"
          rows={3}
          value=""
          onChange={(text) => text.trim() !== '' && onText(text.normalize('NFC'))}
          placeholder="Dán ở bất cứ đâu trên trang này"
        />
        <Text tone="muted" size="sm">
          Có nhãn giải hay không, gạch nối hay xuống dòng, từ giải tám lên hay đặc biệt xuống đều được. Bạn xem lại
          trước khi đưa vào ô.
        </Text>
      </Stack>
    </Panel>
  )
}

/** Handles pastes anywhere on the page: several numbers are read as a whole result, a single one goes into the focused box. */
function usePasteAnywhere(onText: (text: string) => void) {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (event.defaultPrevented || (text.match(/\d+/g)?.length ?? 0) < 3) return
    event.preventDefault()
    onText(text.normalize('NFC'))
  })
  useEffect(() => {
    const listener = (event: ClipboardEvent) => take(event)
    document.addEventListener('paste', listener)
    return () => document.removeEventListener('paste', listener)
  }, [])
}
