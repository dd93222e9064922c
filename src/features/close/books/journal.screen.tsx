/** The journal of a day: debit, credit and amount, and its file for the accounting program. */
import { moneyText } from '#contract/text/money-text.ts'
import { useAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { dayText, momentText, numberText } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { books } from './books.contract.ts'
import { saveJournal, saveJournalCsv } from './files.screen.tsx'

const writers = { csv: saveJournalCsv, xlsx: saveJournal } as const

interface JournalProps {
  /** Null while no journal is shown. */
  day: string | null
  onClose: () => void
}

export default function Journal({ day, onClose }: JournalProps) {
  const read = useRead(books.journal, { day: day ?? '2000-01-01' }, { enabled: day !== null })
  const rows = read.data?.items ?? []
  const whyNot = rows.length === 0 && 'Không có bút toán nào trong ngày.'
  const take = useAct(books.exportJournal, {
    success: 'Đã xuất sổ nhật ký.',
    onDone: ({ items }, input) => writers[input.format](input.day, items),
  })
  /** An export of a closed day is recorded first; the file of an open day is a draft. */
  const save = (format: keyof typeof writers) =>
    read.data?.is_final ? take.mutate({ day: day!, format }) : void writers[format](`${day!}-nhap`, rows)
  return (
    <Dialog
      open={day !== null}
      onClose={onClose}
      size="xl"
      title={day === null ? 'Sổ nhật ký' : `Sổ nhật ký ngày ${dayText(day)}`}
      description="Mọi bút toán sổ cái ghi trong ngày, cộng lại đúng tới từng đồng."
      footer={
        <>
          <Button onClick={onClose}>Đóng</Button>
          <Button icon="download" whyNot={whyNot} busy={take.pending} onClick={() => save('csv')}>
            Xuất CSV
          </Button>
          <Button variant="primary" icon="download" whyNot={whyNot} busy={take.pending} onClick={() => save('xlsx')}>
            Xuất file excel
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <ReadFallback read={read} lines={8} />
        {read.data && !read.data.is_final && (
          <Banner kind="info">Ngày chưa chốt: sổ còn thay đổi. Sau khi chốt, mỗi lần xuất ra cùng một nội dung.</Banner>
        )}
        {read.data && read.data.export_count > 0 && (
          <Banner kind="info" title={`Đã xuất ${numberText(read.data.export_count)} lần`}>
            {`Lần đầu ${read.data.exported_by_name ?? ''} ${momentText(read.data.exported_at!)}. Xuất lại cho đúng nội dung đó, nhập hai lần sẽ trùng số chứng từ.`}
          </Banner>
        )}
        {read.data && (
          <Table
            label="Sổ nhật ký"
            rows={rows}
            rowKey={({ document }) => document}
            empty={<EmptyState kind="empty" title="Không có bút toán nào trong ngày" />}
            columns={[
              { key: 'document', head: 'Số chứng từ', width: 150, cell: ({ document }) => document },
              { key: 'text', head: 'Diễn giải', width: 240, grow: true, cell: ({ text }) => text },
              { key: 'debit', head: 'TK Nợ', width: 80, cell: ({ debit }) => debit },
              { key: 'credit', head: 'TK Có', width: 80, cell: ({ credit }) => credit },
              { key: 'count', head: 'Bút toán', width: 90, align: 'right', cell: ({ count }) => numberText(count) },
              { key: 'amount', head: 'Số tiền', width: 140, align: 'right', cell: ({ amount }) => moneyText(amount) },
            ]}
            footer={{ document: 'Tổng cộng', amount: moneyText(read.data.total) }}
          />
        )}
      </Stack>
    </Dialog>
  )
}
