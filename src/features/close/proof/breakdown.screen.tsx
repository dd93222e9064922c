/** The breakdown of a proof by product and source, store and station, gateway or fund, and its findings. */
import { numberText } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { RowsLink } from '#web/record/rows-link.tsx'
import type { DayProof } from '#features/close/day-close/day-close.contract.ts'

export default function Breakdown({ proof, onClose }: { proof: DayProof | null; onClose: () => void }) {
  return (
    <Dialog
      open={proof !== null}
      onClose={onClose}
      size="lg"
      title={proof?.title ?? 'Chi tiết'}
      description={proof?.note}
      footer={<Button onClick={onClose}>Đóng</Button>}
    >
      {proof && (
        <Stack gap={3}>
          <Table
            label={proof.title}
            rows={proof.lines}
            rowKey={({ name }) => name}
            columns={[
              { key: 'name', head: 'Tên', width: 200, grow: true, cell: ({ name }) => name },
              ...proof.heads.map((head, place) => ({
                key: head,
                head,
                width: 120,
                align: 'right' as const,
                cell: ({ values }: DayProof['lines'][number]) => numberText(values[place] ?? 0),
              })),
            ]}
          />
          {proof.findings.length > 0 && (
            <RecordList
              items={proof.findings.map(({ key, title, link }) => ({
                key,
                title,
                action: <RowsLink link={link}>Mở</RowsLink>,
              }))}
            />
          )}
        </Stack>
      )}
    </Dialog>
  )
}
