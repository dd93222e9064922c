/** A file on its way into the system: chosen, looked at row by row, sent, and reported. Knows no feature. */
import type * as z from 'zod/mini'
import { numberText } from '../format.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { FileInput } from '../ui/file-input.tsx'
import { Row, Stack } from '../ui/layout.tsx'
import { Progress } from '../ui/progress.tsx'
import { toast } from '../ui/toast-store.ts'
import { Counted, ImportLoaded } from './import-loaded.tsx'
import { downloadTemplate } from './template.ts'
import { useImport, type ImportOptions } from './use-import.ts'

export interface ImportPreviewProps<S extends z.ZodMiniObject> extends ImportOptions<S> {
  /** What one row is, in the words of a count: 'thẻ'. */
  noun: string
}

export function ImportPreview<S extends z.ZodMiniObject>({ noun, ...options }: ImportPreviewProps<S>) {
  const { name, row } = options
  const one = useImport(options)
  const { step, loaded } = one
  const busy = step.at === 'reading' || step.at === 'checking' || step.at === 'sending'
  const template = () =>
    void downloadTemplate(name, row).catch(() => toast.error('Không tạo được tệp mẫu trên trình duyệt này.'))
  return (
    <Stack gap={3}>
      <Row justify="between">
        <Button icon="download" onClick={template}>
          Tải tệp mẫu
        </Button>
        {loaded && !busy && (
          <Button variant="quiet" icon="undo" onClick={one.clear}>
            Chọn tệp khác
          </Button>
        )}
      </Row>
      {step.at === 'choose' && (
        <FileInput
          aria-label={`Tệp ${noun}`}
          files={[]}
          accept=".xlsx,.csv"
          hint="Excel (.xlsx) hoặc CSV, tối đa 30 MB và 200.000 dòng"
          onChange={([file]) => file && void one.choose(file)}
        />
      )}
      {step.at === 'choose' && step.failure && <Banner kind="error">{step.failure}</Banner>}
      {step.at === 'reading' && <Progress label="Đang đọc tệp" value={null} detail={`${numberText(step.rows)} dòng`} />}
      {step.at === 'checking' && <Counted label="Đang kiểm tra" done={step.done} of={step.of} />}
      {loaded && step.at !== 'checking' && <ImportLoaded import={one} loaded={loaded} noun={noun} name={name} />}
    </Stack>
  )
}
