/** The printed record of a closing, with its exceptions and fields for signatures, and links to its files. */
import { Act } from '#web/action/act.tsx'
import { dayText } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { PrintableDocument } from '#web/ui/print/printable-document.tsx'
import { loadPatiently } from '#web/ui/base/lazy-part.tsx'
import { closingPaper } from './closing-paper.rules.ts'
import { dayClose, type DayCloseFull } from './day-close.contract.ts'

interface PaperProps {
  /** Null while no record is shown. */
  closing: DayCloseFull | null
  onClose: () => void
}

export default function Paper({ closing, onClose }: PaperProps) {
  const save = (format: 'pdf' | 'xlsx') => closing && void saveClosing(closing, format)
  return (
    <Dialog
      open={closing !== null}
      onClose={onClose}
      size="xl"
      title={closing ? `Biên bản chốt ngày ${dayText(closing.day)}` : 'Biên bản chốt ngày'}
      description={
        closing?.pdf_digest
          ? `Tệp PDF và Excel được giữ từ lúc chốt. Dấu PDF ${closing.pdf_digest.slice(0, 16)}…, dấu Excel ${closing.xlsx_digest?.slice(0, 16)}…, cả hai đứng trong nhật ký thao tác.`
          : 'Bản nháp: khi chốt, PDF và Excel được giữ nguyên cùng dấu của chúng.'
      }
      footer={
        <>
          <Button onClick={onClose}>Đóng</Button>
          <Act call={dayClose.file} icon="download" onClick={() => save('xlsx')}>
            Tải Excel
          </Act>
          <Act call={dayClose.file} icon="download" onClick={() => save('pdf')}>
            Tải PDF
          </Act>
          <Button variant="primary" icon="document" onClick={() => window.print()}>
            In biên bản
          </Button>
        </>
      }
    >
      {closing && <PrintableDocument {...closingPaper(closing)} />}
    </Dialog>
  )
}

/** Loads the code that saves files only when a file is requested. */
async function saveClosing({ day }: DayCloseFull, format: 'pdf' | 'xlsx') {
  const { startServerExport } = await loadPatiently(() => import('#web/excel/export/server-export.ts'))
  const input = { day, format } as const
  const [title, url] = [`Biên bản chốt ngày ${dayText(day)}`, `chot-ngay-${day}`]
  startServerExport({ list: dayClose.file, call: dayClose.file, input, title, url, format })
}
