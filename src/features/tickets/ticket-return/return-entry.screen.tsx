/** Where numbers for a return slip are typed, scanned or pasted. */
import { useState, type ClipboardEvent, type RefObject } from 'react'
import { useNarrow } from '#web/list/use-narrow.ts'
import { numberText } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { LiveText } from '#web/ui/message/live-text.tsx'
import { readReturnLines, type TypedReturn } from './return-text.rules.ts'
import type { DeskRow } from './ticket-return.contract.ts'

interface EntryProps {
  input: RefObject<HTMLInputElement | null>
  /** It takes the focus when it appears. */
  isFocused: boolean
  row: DeskRow
  onAdd: (items: TypedReturn[]) => void
  isAll: boolean
  onAll: (all: boolean) => void
}

/** Enter adds the line, as scanners send it; a pasted table is added at once. */
export function Entry({ input, isFocused, row, onAdd, isAll, onAll }: EntryProps) {
  const isNarrow = useNarrow()
  const [typed, setTyped] = useState('')
  const [unreadable, setUnreadable] = useState<string[]>([])
  const take = (text: string) => {
    const read = readReturnLines(text, row.number_length)
    if (read.items.length > 0) onAdd(read.items)
    setUnreadable(read.unreadable)
    setTyped(read.items.length === 0 ? text : '')
    // The next scan replaces what could not be read.
    if (read.items.length === 0) input.current?.select()
  }
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!/[\r\n\t]/.test(text.trim())) return
    event.preventDefault()
    take(text)
  }
  return (
    <Stack gap={2}>
      <Row wrap={isNarrow}>
        <TextInput
          ref={input}
          // The button by which the slip before was discarded is gone.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={isFocused}
          aria-label="Dãy số và số lượng"
          aria-invalid={unreadable.length > 0 || undefined}
          icon="search"
          placeholder="Quét mã vạch, hoặc gõ số rồi số lượng"
          value={typed}
          disabled={isAll}
          autoComplete="off"
          onChange={setTyped}
          onEnter={() => take(typed)}
          onPaste={paste}
        />
        <Button whyNot={row.in_stock === 0 && 'Không còn vé nào'} onClick={() => onAll(!isAll)}>
          {isAll ? 'Chọn từng dãy số' : `Tất cả vé còn của kho · ${numberText(row.in_stock)}`}
        </Button>
      </Row>
      <LiveText>
        {unreadable.length > 0 && (
          <Text tone="danger" size="sm">
            {`Không đọc được: ${unreadable.slice(0, 3).join(' · ')}${unreadable.length > 3 ? ` và ${numberText(unreadable.length - 3)} dòng nữa` : ''}. Dãy số có ${row.number_length} chữ số, rồi đến số lượng.`}
          </Text>
        )}
      </LiveText>
    </Stack>
  )
}
