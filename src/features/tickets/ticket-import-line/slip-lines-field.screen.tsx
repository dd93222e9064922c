import { useMemo, useState, type RefObject } from 'react'
import { PageButton } from '#web/route/link.tsx'
import { numberText } from '#web/value/format.ts'
import { useNarrow } from '#web/list/use-narrow.ts'
import { useRights } from '#web/session/rights.ts'
import { Banner } from '#web/ui/message/banner.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { EntryGrid, type EntryColumn, type EntryGridHandle } from '#web/ui/entry-grid/entry-grid.tsx'
import type { CellPosition } from '#web/ui/entry-grid/entry-keys.ts'
import { Row, Stack, Toolbar } from '#web/ui/layout/layout.tsx'
import { moneyWords } from '#contract/text/money-words.ts'
import { Kbd } from '#web/ui/action/kbd.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { infoOf } from '#contract/schema.ts'
import { ticketPage } from '#features/tickets/pages.contract.ts'
import { pasteLines, NextFaultButton } from '#features/tickets/typed-lines.screen.tsx'
import type { SlipForm } from '#features/tickets/ticket-import/slip-form.screen.tsx'
import { sumsText } from '#features/tickets/ticket-import/slip.screen.tsx'
import {
  blankLine,
  isBlank,
  parseLines,
  plainNumber,
  readLine,
  withLeadingZeros,
  type Fault,
  type TypedLine,
} from './slip-lines.rules.ts'
import { digitsOnly } from '#web/ui/field/typed-number.ts'
import { ImportedLine, max_typed_lines, TicketLine } from '#features/tickets/ticket-import/ticket-import.contract.ts'

const headOf = (name: keyof TypedLine) => infoOf(TicketLine.shape[name])!.label

function columnsOf(digits: number, face_value: number | null, narrow: boolean): EntryColumn[] {
  return [
    {
      key: 'number',
      head: headOf('number'),
      width: narrow ? 92 : 120,
      inputMode: 'numeric',
      maxLength: digits,
      clean: digitsOnly,
    },
    {
      key: 'series',
      head: headOf('series'),
      width: narrow ? 76 : 100,
      maxLength: 10,
      clean: (typed) => typed.toLocaleUpperCase('vi').replaceAll(/\s/g, ''),
      placeholder: '—',
      seldom: true,
    },
    {
      key: 'quantity',
      head: headOf('quantity'),
      width: narrow ? 76 : 100,
      align: 'right',
      inputMode: 'numeric',
      maxLength: 6,
      clean: digitsOnly,
      readPasted: plainNumber,
      placeholder: '1',
    },
    {
      key: 'price',
      head: headOf('price'),
      width: narrow ? 84 : 120,
      align: 'right',
      inputMode: 'numeric',
      maxLength: 9,
      clean: digitsOnly,
      readPasted: plainNumber,
      placeholder: face_value === null ? 'Mệnh giá' : numberText(face_value),
      seldom: true,
    },
  ]
}

interface LinesFieldProps {
  form: SlipForm
  grid: RefObject<EntryGridHandle | null>
}

/**
 * The lines of a slip, typed with Enter or pasted as a table, each with its error beside it; what is pasted above the
 * maximum is cut with a warning.
 */
export function LinesField({ form, grid }: LinesFieldProps) {
  const { lines, setLines, faults, area, sums } = form
  const narrow = useNarrow()
  const [position, setPosition] = useState<CellPosition | null>(null)
  const digits = area?.number_length ?? null
  const face_value = area?.face_value ?? null
  const columns = useMemo(() => columnsOf(digits ?? 6, face_value, narrow), [digits, face_value, narrow])
  const problems = withoutUnfinished(faults, lines, position, digits ?? 5)

  function paste(text: string, index: number) {
    const pastedLines = parseLines(text)
    if (pastedLines.length === 0) return toast.warning('Không thấy dãy số nào trong phần vừa dán.')
    const onCut = () =>
      void toast.warning(
        `Phiếu nhập tay có nhiều nhất ${numberText(max_typed_lines)} dòng: phần sau không được dán. Hãy tải tệp lên.`,
      )
    setLines(pasteLines({ lines, pasted: pastedLines, index, max_lines: max_typed_lines, isBlank, grid, onCut }))
    form.markPasted()
  }
  async function pasteFromClipboard() {
    try {
      paste(await navigator.clipboard.readText(), lines.length)
    } catch {
      toast.info('Trình duyệt không cho đọc phần đã sao chép. Hãy bấm vào một ô Dãy số rồi dán bằng Ctrl+V.')
    }
  }

  return (
    <Stack gap={2}>
      <Toolbar end={<UploadLink form={form} />}>
        <Button size="sm" icon="sheet" onClick={() => void pasteFromClipboard()}>
          Dán bảng
        </Button>
        {!narrow && <KeyHints />}
      </Toolbar>
      <LeadingZerosWarning form={form} digits={digits} />
      <EntryGrid
        ref={grid}
        label="Vé của phiếu"
        columns={columns}
        rows={lines}
        blank={blankLine}
        onChange={setLines}
        maxRows={max_typed_lines}
        problems={problems}
        problemWidth={narrow ? null : 220}
        {...(!narrow && {
          result: {
            head: infoOf(ImportedLine.shape.amount)!.label,
            width: 120,
            text: (typed: TypedLine) => amountText(typed, face_value),
          },
        })}
        onPaste={paste}
        onFocusCell={setPosition}
      />
      <Row justify="between">
        <Text strong>{sumsText(sums)}</Text>
        <NextFaultButton problems={problems} position={position} grid={grid} />
      </Row>
      <Text tone="muted">
        {sums.amount > 0
          ? moneyWords(sums.amount)
          : sums.quantity > 0 && !area
            ? 'Chọn đài để tính thành tiền'
            : 'Chưa có vé nào'}
      </Text>
    </Stack>
  )
}

/** Hides the error of a number that is still being typed. */
function withoutUnfinished(
  faults: ReadonlyMap<number, Fault>,
  lines: readonly TypedLine[],
  position: CellPosition | null,
  digits: number,
): ReadonlyMap<number, Fault> {
  if (position?.cell !== 'number' || !faults.has(position.index)) return faults
  if ((lines[position.index]?.number.length ?? 0) >= digits) return faults
  return new Map([...faults].filter(([index]) => index !== position.index))
}

function amountText(typed: TypedLine, face_value: number | null): string {
  const { line } = readLine(typed)
  const price = line && (line.price ?? face_value)
  return line && price != null ? numberText(line.quantity * price) : ''
}

function KeyHints() {
  return (
    <Text tone="muted" size="sm">
      Dãy số <Kbd keys={['Enter']} /> Số lượng <Kbd keys={['Enter']} />, hoặc dán từ Excel, Zalo.{' '}
      <Kbd keys={['Ctrl', 'Delete']} /> bỏ dòng, <Kbd keys={['Ctrl', 'Enter']} /> lưu.
    </Text>
  )
}

/** Offers to restore leading zeros, which spreadsheets drop. */
function LeadingZerosWarning({ form, digits }: { form: SlipForm; digits: number | null }) {
  if (!form.isPasted || digits === null) return null
  const short_count = form.lines.filter((line) => withLeadingZeros(line, digits) !== line && line.number !== '').length
  if (short_count === 0) return null
  return (
    <Banner
      kind="warning"
      action={
        <Button
          size="sm"
          onClick={() =>
            form.setLines((lines) => lines.map((line) => (line.number === '' ? line : withLeadingZeros(line, digits))))
          }
        >
          Thêm số 0 ở đầu
        </Button>
      }
    >
      {`${numberText(short_count)} dãy số ngắn hơn ${digits} chữ số: bảng tính có thể đã bỏ các số 0 ở đầu.`}
    </Banner>
  )
}

/** Links to the upload, for more lines than can be typed. */
function UploadLink({ form: { period: draw } }: { form: SlipForm }) {
  const { can } = useRights()
  if (!can(ticketPage.add)) return null
  const { open_date, area_id } = draw
  const search = { upload: '1', open_date, ...(area_id !== null && { area_id: String(area_id) }) }
  return (
    <PageButton to={ticketPage.url} search={search} size="sm" icon="upload">
      Tải tệp lên
    </PageButton>
  )
}
