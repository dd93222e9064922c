/** Works on one order by keyboard: its numbers to type, the photo of the ticket, and the next order. */
import { CustomerPhone } from '#web/record/customer-phone.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { RowAct } from '#web/action/act.tsx'
import { readKey, useRead, useWrite } from '#web/call/api.ts'
import { momentText, numberText } from '#web/value/format.ts'
import { History } from '#web/record/history.tsx'
import { ImageField } from '#web/form/image-field.tsx'
import { show } from '#web/value/kinds.tsx'
import { useRights } from '#web/session/rights.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { Boards } from '#web/ui/show/boards.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Pictures } from '#web/ui/picture/pictures.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { idIn } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { playTypeLabel } from '#features/results/product/game.rules.ts'
import { max_photos, photo_folder, Process, transactionProcess } from './process.contract.ts'
import { FinishFoot, TakeFoot } from './process-foot.screen.tsx'
import { isTakenBy } from './process.rules.ts'
import {
  callsOf,
  textOfProduct,
  Times,
  type ProcessDetailRow,
  type ProcessRow,
  type QueueTexts,
} from './process-parts.screen.tsx'

export interface WorkDialogProps {
  texts: QueueTexts
  /** The order's number from the address; null while none is open. */
  opened: string | null
  onOpen: (process_id: number | null) => void
  reportOf: (row: ProcessRow) => RowAct
}

export default function WorkDialog({ texts, opened, onOpen, reportOf }: WorkDialogProps) {
  const { me } = useRights()
  const process_id = idIn(opened)
  const enabled = process_id > 0
  const detail = useRead(transactionProcess.detail, { process_id }, { enabled })
  const row = enabled ? detail.data : undefined
  const finishButton = useRef<HTMLButtonElement>(null)
  const isMine = row !== undefined && isTakenBy(row, me.user_id)
  const foot = row && { row, texts, onOpen, report: reportOf(row) }
  return (
    <Dialog
      open={enabled}
      onClose={() => onOpen(null)}
      title={enabled ? `Đơn ${process_id}` : 'Đơn'}
      description={row && `${textOfProduct(row)} · ${row.pos_name}`}
      size="xl"
      initialFocus={finishButton}
      footer={
        foot &&
        (isMine ? (
          <FinishFoot key={process_id} {...foot} finishButton={finishButton} />
        ) : (
          <TakeFoot key={process_id} {...foot} />
        ))
      }
    >
      <ReadFallback read={detail} />
      {row && (
        <Split
          side="right"
          gap={5}
          aside={
            <Photos
              key={process_id}
              row={row}
              texts={texts}
              isMine={isMine}
              onShown={() => finishButton.current?.focus()}
            />
          }
        >
          <Stack gap={4}>
            <Row gap={3}>
              {show(infoOf(Process.shape.status), row.status)}
              {row.taken_by_name && !isMine && <Text tone="muted">{`Người xử lý: ${row.taken_by_name}`}</Text>}
              {isMine && <Times row={row} texts={texts} />}
            </Row>
            <Numbers row={row} />
            <Facts row={row} />
            <FoldedHistory key={process_id} process_id={process_id} />
          </Stack>
        </Split>
      )}
    </Dialog>
  )
}

function Numbers({ row: { lines } }: { row: ProcessDetailRow }) {
  return (
    <Boards
      label="Bộ số"
      items={lines.map(({ line_no, play_type, numbers, series, quick_pick, quantity, amount }) => ({
        key: line_no,
        label: `${playTypeLabel(play_type)}${series ? ` · ký hiệu ${series}` : ''}${quick_pick ? ' · TC' : ''}`,
        numbers,
        aside: (
          <>
            <Text strong>{moneyText(amount)}</Text>
            <Text tone="muted">{`SL ${numberText(quantity)}`}</Text>
          </>
        ),
      }))}
    />
  )
}

function FoldedHistory({ process_id }: { process_id: number }) {
  const [opened, setOpened] = useState(false)
  return (
    <Stack>
      <Row>
        <Button
          size="sm"
          variant="quiet"
          icon={opened ? 'chevron-up' : 'history'}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {opened ? 'Ẩn lịch sử' : 'Lịch sử'}
        </Button>
      </Row>
      {opened && <History table="sale_order" id={process_id} />}
    </Stack>
  )
}

const { shape } = Process

function Facts({ row }: { row: ProcessDetailRow }) {
  const values = {
    total: <Text strong>{moneyText(row.total)}</Text>,
    quantity: numberText(row.quantity),
    msisdn: row.msisdn && <CustomerPhone msisdn={row.msisdn} />,
    full_name: row.full_name,
    pos_name: `${row.pos_code} · ${row.pos_name}`,
    open_date: show(infoOf(shape.open_date), row.open_date),
    ordered_at: momentText(row.ordered_at, true),
    fee: row.fee > 0 ? moneyText(row.fee) : null,
    finished_at: row.finished_at && momentText(row.finished_at, true),
  }
  return (
    <DescriptionList
      items={Object.entries(values)
        .map(([name, value]) => ({ label: infoOf(shape[name as keyof typeof values])!.label, value }))
        .filter(({ value }) => value !== null)}
    />
  )
}

interface PhotosProps {
  row: ProcessDetailRow
  texts: QueueTexts
  isMine: boolean
  /** Called when a photo is added. */
  onShown: () => void
}

function Photos({ row: { process_id, images }, texts: { page, photo }, isMine, onShown }: PhotosProps) {
  const client = useQueryClient()
  const { updateImage } = useMemo(() => callsOf(page), [page])
  const update = useWrite(updateImage, {
    onSuccess: (answer, { remove }) => {
      client.setQueryData(readKey(transactionProcess.detail, { process_id }), answer)
      if (!remove) onShown()
    },
  })
  return (
    <Stack>
      {images.length > 0 && (
        <Pictures
          pictures={images}
          label={photo}
          {...(isMine && { onRemove: (image: string) => update.mutate({ process_id, image, remove: true }) })}
        />
      )}
      {isMine && images.length >= max_photos && (
        <Text tone="muted">{`Đã đủ ${max_photos} ảnh. Muốn thêm thì bỏ bớt một ảnh.`}</Text>
      )}
      {isMine && images.length < max_photos && (
        <Field label={images.length > 0 ? 'Thêm ảnh' : photo} required={images.length === 0}>
          <ImageField
            key={images.length}
            folder={photo_folder}
            value={null}
            onChange={(image) => image !== null && update.mutate({ process_id, image })}
          />
        </Field>
      )}
      {!isMine && images.length === 0 && <Text tone="muted">Chưa có ảnh vé.</Text>}
    </Stack>
  )
}
