import { useState, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import { infoOf, shapeOf } from '#contract/schema.ts'
import { numberText } from '#web/value/format.ts'
import { Banner } from '#web/ui/message/banner.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { FileInput } from '#web/ui/field/file-input.tsx'
import { TextArea } from '#web/ui/field/text-area.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Progress } from '#web/ui/message/progress.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { ImportFoot } from './import-foot.tsx'
import { CheckProgress, ImportLoaded } from './import-loaded.tsx'
import { downloadTemplate } from './template.ts'
import { useImport, type ImportOptions } from './use-import.ts'

export interface ImportPreviewProps<S extends z.ZodMiniObject> extends ImportOptions<S> {
  /** What the rows are, as in '12 thẻ'. */
  noun: string
  /** Lets the person type or paste values of the first column instead of choosing a file. */
  paste?: { label: string; hint: string }
  /** Places the parts: in a dialog, body and footer. */
  children: (parts: { body: ReactNode; foot: ReactNode; isSending: boolean }) => ReactNode
}

/**
 * The steps of an import for any feature: choose a file, check its rows with the server, correct cells, send, report.
 * `children` places body and foot, and is told while rows are being sent.
 */
export function ImportPreview<S extends z.ZodMiniObject>({ noun, children, paste, ...options }: ImportPreviewProps<S>) {
  const { name, row } = options
  const sheetImport = useImport(options)
  const { step, loaded, choose, clear } = sheetImport
  const isSending = step.phase === 'sending'
  const isChecking = step.phase === 'reading' || step.phase === 'checking' || step.phase === 'trying'
  // While the columns are being mapped, their fields stay in place.
  const isMapping = isChecking && loaded !== null && !sheetImport.isCorrecting
  const template = () =>
    void downloadTemplate(name, row).catch(() => toast.error('Không tạo được tệp mẫu trên trình duyệt này.'))
  const body = (
    <Stack gap={3}>
      <Row justify="between">
        <Button icon="download" onClick={template}>
          Tải tệp mẫu
        </Button>
        {loaded && !isSending && (!isChecking || isMapping) && (
          <Button variant="quiet" icon="undo" onClick={clear}>
            Chọn tệp khác
          </Button>
        )}
        {isChecking && !isMapping && <Button onClick={clear}>Dừng đọc tệp</Button>}
      </Row>
      {step.phase === 'choose' && (
        <FileInput
          aria-label={`Tệp ${noun}`}
          files={[]}
          accept=".xlsx,.csv"
          hint="Excel (.xlsx) hoặc CSV, tối đa 30 MB và 200.000 dòng"
          onChange={([file]) => file && void choose(file)}
        />
      )}
      {step.phase === 'choose' && paste && <PastedRows {...paste} onRows={(rows) => void choose(fileOf(row, rows))} />}
      {step.phase === 'choose' && step.failure && <Banner kind="error">{step.failure}</Banner>}
      {step.phase === 'reading' && (
        <Progress label="Đang đọc tệp" value={null} detail={`${numberText(step.rows)} dòng`} />
      )}
      {!isMapping && <CheckProgress step={step} />}
      {loaded && (!isChecking || isMapping) && <ImportLoaded import={sheetImport} loaded={loaded} noun={noun} />}
    </Stack>
  )
  return children({
    body,
    foot: loaded && !isChecking && <ImportFoot import={sheetImport} loaded={loaded} name={name} />,
    isSending,
  })
}

interface PastedRowsProps {
  label: string
  hint: string
  onRows: (rows: readonly string[]) => void
}

function PastedRows({ label, hint, onRows }: PastedRowsProps) {
  const [text, setText] = useState('')
  const rows = text
    .split(/[\n\t,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return (
    <Stack gap={2}>
      <Field label={label} hint={hint}>
        <TextArea value={text} onChange={setText} rows={5} spellCheck={false} />
      </Field>
      <Row>
        <Button whyNot={rows.length === 0 && 'Chưa gõ hoặc dán gì'} onClick={() => onRows(rows)}>
          {rows.length === 0 ? 'Kiểm tra' : `Kiểm tra ${numberText(rows.length)} dòng`}
        </Button>
      </Row>
    </Stack>
  )
}

/** The typed values as a .csv file with one column, to be imported like any file. */
function fileOf(row: z.ZodMiniObject, rows: readonly string[]): File {
  const [first_field] = Object.values(shapeOf(row))
  return new File(
    [[infoOf(first_field!)!.label, ...rows].map((cell) => `"${cell.replaceAll('"', '""')}"`).join('\n')],
    'da-dan.csv',
  )
}
