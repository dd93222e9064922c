/** The buttons below an import: download the invalid rows, and import the valid ones. */
import type * as z from 'zod/mini'
import { numberText } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Spacer } from '#web/ui/layout/layout.tsx'
import { fileName, saveFile } from '#web/excel/export/save-file.ts'
import { errorFile } from './error-file.ts'
import type { Import, LoadedImport } from './use-import.ts'
import { useOutcomes, type Counts } from './use-outcomes.ts'

interface FootProps<S extends z.ZodMiniObject> {
  import: Import<S>
  loaded: LoadedImport<z.output<S>>
  name: string
}

export function ImportFoot<S extends z.ZodMiniObject>({ import: state, loaded, name }: FootProps<S>) {
  const { step, fields } = state
  const { match, earlierImport, rows } = loaded
  const { outcomeOf, counts } = useOutcomes(state, loaded)
  const saveErrors = async () => {
    const faultyRows = rows.flatMap((row) => {
      const { kind, reason, fix } = outcomeOf(row)
      return kind === 'wrong' ? [{ row: row.row, error: reason, fix }] : []
    })
    saveFile(await errorFile(match.head, faultyRows), fileName(`${name}-loi`))
  }
  const missing_fields = fields.filter(({ key, required }) => required && match.mapping[key] === null)
  const whyNot =
    (missing_fields.length > 0 && `Chưa có cột ${missing_fields.map(({ label }) => `“${label}”`).join(', ')}.`) ||
    (counts.added + counts.changed === 0 && 'Không có dòng mới nào.') ||
    (earlierImport && !state.isRepeat && 'Tệp này đã được nhập: hãy xác nhận nhập lại ở trên.')
  return (
    <>
      {counts.wrong > 0 && (
        <Button icon="download" onClick={() => void saveErrors()}>
          {`Tải tệp lỗi (${numberText(counts.wrong)} dòng)`}
        </Button>
      )}
      <Spacer />
      {step.phase === 'sending' && <Button onClick={state.stop}>Dừng</Button>}
      {step.phase === 'preview' && (
        <Button variant="primary" icon="upload" whyNot={whyNot} onClick={() => void state.run()}>
          {buttonText(counts)}
        </Button>
      )}
    </>
  )
}

/** 'Nhập 201 dòng mới', or 'Nhập 215 dòng: 201 mới, 14 đổi'. */
function buttonText({ added, changed }: Counts): string {
  if (changed === 0) return `Nhập ${numberText(added)} dòng mới`
  return `Nhập ${numberText(added + changed)} dòng: ${numberText(added)} mới, ${numberText(changed)} đổi`
}
