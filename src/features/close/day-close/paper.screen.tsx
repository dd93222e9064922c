/** The record of a closing on paper, with its exceptions and places for the signatures, and the same as a file. */
import { moneyText } from '#contract/money-text.ts'
import { dayText, momentText, numberText } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { moneyWords } from '#web/ui/field/money-words.ts'
import { SlipPaper } from '#web/ui/sheet/slip-paper.tsx'
import { closeLife, exceptionStatus, type DayCloseFull } from './day-close.contract.ts'
import { infoOf } from '#contract/schema.ts'
import { textOf } from '#web/value/format.ts'
import { saveClosing } from './files.screen.tsx'
import { shortDigest } from './signatures.screen.tsx'

interface PaperProps {
  /** Null while none is shown. */
  closing: DayCloseFull | null
  onClose: () => void
}

const state = infoOf(closeLife.field())

export default function Paper({ closing, onClose }: PaperProps) {
  return (
    <Dialog
      open={closing !== null}
      onClose={onClose}
      size="xl"
      title={closing ? `Biên bản chốt ngày ${dayText(closing.day)}` : 'Biên bản chốt ngày'}
      footer={
        <>
          <Button onClick={onClose}>Đóng</Button>
          <Button icon="download" onClick={() => closing && void saveClosing(closing)}>
            Xuất file excel
          </Button>
          <Button variant="primary" icon="document" onClick={() => window.print()}>
            In biên bản
          </Button>
        </>
      }
    >
      {closing && (
        <SlipPaper
          issuer={['Vé Số Back Office', 'Trụ sở chính']}
          corner={[`Dấu: ${shortDigest(closing.digest)}`, `Tính lúc ${momentText(closing.prepared_at)}`]}
          title="Biên bản chốt ngày"
          subtitle={`Ngày ${dayText(closing.day)} · ${textOf(state, closing.status)}`}
          facts={[
            ['Doanh số', moneyText(closing.sales)],
            ['Ngoại lệ còn mở', numberText(closing.open_count)],
            ['Nối từ ngày', closing.previous_day ? dayText(closing.previous_day) : '–'],
            ['Dấu của ngày đó', closing.previous_digest ? shortDigest(closing.previous_digest) : '–'],
          ]}
          heads={['STT', 'Bằng chứng', 'Số', 'Lệch']}
          lines={closing.proofs.flatMap(({ title, sides, difference }, index) =>
            sides.map(({ label, value, sign }, place) => [
              place === 0 ? numberText(index + 1) : '',
              place === 0 ? `${title}: ${label}` : `${sign === '-' ? '−' : sign} ${label}`,
              numberText(value),
              place === 0 ? numberText(difference) : '',
            ]),
          )}
          sums={[['Doanh số của ngày', moneyText(closing.sales)]]}
          words={`Bằng chữ: ${moneyWords(closing.sales)}.`}
          note={notesOf(closing)}
          signatures={[
            ['Người ký thứ nhất', closing.first_by_name],
            ['Người ký thứ hai', closing.second_by_name],
          ]}
        />
      )}
    </Dialog>
  )
}

function notesOf({ exceptions }: DayCloseFull): string | null {
  const open = exceptions.filter(({ status }) => status !== exceptionStatus.settled)
  if (open.length === 0) return 'Không có ngoại lệ.'
  return `Ngoại lệ: ${open.map(({ title, reason, user_name, due_date }) => (reason ? `${title} (${user_name}, hạn ${dayText(due_date!)}: ${reason})` : title)).join('; ')}.`
}
