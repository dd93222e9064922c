/** One batch of cards: free and given cards, their winners, and their numbers for people who may see them. */
import { useState } from 'react'
import { Act } from '#web/action/act.tsx'
import { useWrite } from '#web/call/api.ts'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { useList } from '#web/list/use-list.ts'
import { saveFile } from '#web/excel/export/save-file.ts'
import { importFields } from '#web/excel/import/match-columns.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Mono } from '#web/ui/layout/text.tsx'
import type { AnswerOf } from '#contract/call.ts'
import { cellOf, formatOf } from '#contract/sheet/cells.ts'
import { WorkbookWriter } from '#contract/sheet/workbook-writer.ts'
import { CardBatchRow, cards } from './card.contract.ts'

const CardNumber = lazyPart(() => import('./card-number.screen.tsx'))

export default function BatchCards({ batch_id, onBack }: { batch_id: number; onBack: () => void }) {
  const list = useList(cards.list, { batch_id })
  const [revealed, setRevealed] = useState<number | null>(null)
  const takeOut = useWrite(cards.takeOut, {
    onSuccess: ({ rows }) => void fileOf(rows).then((file) => saveFile(file, `lo-the-${batch_id}.xlsx`)),
  })
  const askFirst = async () => {
    const message = 'Tệp có mã của mọi thẻ trong lô: ai có tệp là dùng được thẻ. Việc xuất được ghi vào nhật ký.'
    if (await confirm({ title: 'Xuất lô thẻ kèm mã thẻ?', message, confirmLabel: 'Xuất' })) takeOut.mutate({ batch_id })
  }
  return (
    <Stack gap={3} fill>
      <Row gap={3}>
        <Button icon="arrow-left" size="sm" onClick={onBack}>
          Các lô
        </Button>
        <Act call={cards.takeOut} icon="download" size="sm" busy={takeOut.pending} onClick={() => void askFirst()}>
          Xuất kèm mã thẻ
        </Act>
      </Row>
      <DataTable
        list={list}
        noun="thẻ"
        columns={[
          { key: 'card_serial', width: 160, cell: (row) => <Mono>{row.card_serial}</Mono> },
          { key: 'face_value', width: 110 },
          { key: 'issuer', width: 130 },
          { key: 'expires_on', width: 150 },
          { key: 'status', width: 110 },
          { key: 'reward_code', width: 130 },
          { key: 'full_name', width: 180 },
          { key: 'given_at', width: 150 },
        ]}
        acts={({ card_id }) => [
          { call: cards.reveal, label: 'Xem mã thẻ', icon: 'eye', run: () => setRevealed(card_id) },
        ]}
        search={<SearchBar list={list} keyword="Serial" filters={['status']} />}
      />
      {revealed !== null && <CardNumber card_id={revealed} onClose={() => setRevealed(null)} />}
    </Stack>
  )
}

/** A file with the columns of an import file. */
async function fileOf(rows: AnswerOf<typeof cards.takeOut>['rows']): Promise<Blob> {
  const columns = importFields(CardBatchRow)
  const book = new WorkbookWriter(columns.map(({ label, info }) => ({ head: label, format: formatOf(info.kind) })))
  await book.add(
    rows.map((row) =>
      columns.map(({ key, label, info }) =>
        cellOf({ key, head: label, kind: info.kind }, row[key as keyof typeof row]),
      ),
    ),
  )
  return book.finish()
}
