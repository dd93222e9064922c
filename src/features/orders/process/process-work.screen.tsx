/** One order at work: its numbers to type from, the photo of the ticket, and the way to the next. All of it goes by keyboard. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useAct } from '#web/act.tsx'
import { readKey, useRead, useWrite } from '#web/api.ts'
import { momentText, numberText, phoneText } from '#web/format.ts'
import { History } from '#web/history.tsx'
import ImageField from '#web/image-field.tsx'
import { show } from '#web/kinds.tsx'
import { useRights } from '#web/rights.ts'
import { ReadFallback } from '#web/fallback.tsx'
import { Boards } from '#web/ui/boards.tsx'
import { Button } from '#web/ui/button.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Row, Spacer, Stack } from '#web/ui/layout.tsx'
import { Pictures } from '#web/ui/pictures.tsx'
import { Split } from '#web/ui/split.tsx'
import { Text } from '#web/ui/text.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { idIn } from '#web/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { moneyText } from '#contract/money-text.ts'
import { playTypeLabel } from '#features/results/product/game.rules.ts'
import { most_photos, photoFolder, Process, transactionProcess } from './process.contract.ts'
import { textOfProduct, Times } from './process-holds.screen.tsx'
import { isHeldBy, whyNot } from './process.rules.ts'
import { callsOn, touched, type ProcessDetailRow, type Work } from './process-words.screen.tsx'

export interface WorkDialogProps {
  work: Work
  /** The order's number, as the address has it; null while none is open. */
  opened: string | null
  onOpen: (process_id: number | null) => void
}

export default function WorkDialog({ work, opened, onOpen }: WorkDialogProps) {
  const { me } = useRights()
  const process_id = idIn(opened)
  const enabled = process_id > 0
  const detail = useRead(transactionProcess.detail, { process_id }, { enabled })
  const row = enabled ? detail.data : undefined
  const finishButton = useRef<HTMLButtonElement>(null)
  const isMine = row !== undefined && isHeldBy(row, me.user_id)
  return (
    <Dialog
      open={enabled}
      onClose={() => onOpen(null)}
      title={enabled ? `Đơn ${process_id}` : 'Đơn'}
      description={row && `${textOfProduct(row)} · ${row.pos_name}`}
      size="xl"
      initialFocus={finishButton}
      footer={row && <Foot key={process_id} row={row} work={work} onOpen={onOpen} finishButton={finishButton} />}
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
              work={work}
              isMine={isMine}
              onShown={() => finishButton.current?.focus()}
            />
          }
        >
          <Stack gap={4}>
            <Row gap={3}>
              {show(infoOf(Process.shape.status), row.status)}
              {row.taken_by_name && !isMine && <Text tone="muted">{`Người xử lý: ${row.taken_by_name}`}</Text>}
              {isMine && <Times row={row} work={work} />}
            </Row>
            <Boards
              label="Bộ số"
              items={row.lines.map(({ line_no, play_type, numbers, series, quantity, amount }) => ({
                key: line_no,
                label: `${playTypeLabel(play_type)}${series ? ` · ký hiệu ${series}` : ''}`,
                numbers,
                aside: (
                  <>
                    <Text strong>{moneyText(amount)}</Text>
                    <Text tone="muted">{`SL ${numberText(quantity)}`}</Text>
                  </>
                ),
              }))}
            />
            <Facts row={row} />
            {!isMine && <History table="sale_order" id={process_id} />}
          </Stack>
        </Split>
      )}
    </Dialog>
  )
}

const { shape } = Process

function Facts({ row }: { row: ProcessDetailRow }) {
  const values = {
    total: <Text strong>{moneyText(row.total)}</Text>,
    quantity: numberText(row.quantity),
    msisdn: row.msisdn && phoneText(row.msisdn),
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
  work: Work
  isMine: boolean
  /** A photo has arrived. */
  onShown: () => void
}

function Photos({ row: { process_id, images }, work: { page, photo }, isMine, onShown }: PhotosProps) {
  const client = useQueryClient()
  const { updateImage } = useMemo(() => callsOn(page), [page])
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
      {isMine && images.length >= most_photos && (
        <Text tone="muted">{`Đã đủ ${most_photos} ảnh. Muốn thêm thì bỏ bớt một ảnh.`}</Text>
      )}
      {isMine && images.length < most_photos && (
        <Field label={images.length > 0 ? 'Thêm ảnh' : photo} required={images.length === 0}>
          <ImageField
            key={images.length}
            folder={photoFolder}
            value={null}
            onChange={(image) => image !== null && update.mutate({ process_id, image })}
          />
        </Field>
      )}
      {!isMine && images.length === 0 && <Text tone="muted">Chưa có ảnh vé.</Text>}
    </Stack>
  )
}

interface FootProps {
  row: ProcessDetailRow
  work: Work
  onOpen: (process_id: number | null) => void
  finishButton: React.RefObject<HTMLButtonElement | null>
}

function Foot({ row, work: { page, way }, onOpen, finishButton }: FootProps) {
  const { me, can } = useRights()
  const { process_id } = row
  const process_ids = [process_id]
  const calls = useMemo(() => callsOn(page), [page])
  const { data: summary } = useRead(transactionProcess.summary, { handling: way, open_only: true }, { keep: true })
  const take = useAct(calls.take, { done: 'Đã nhận đơn.', touches: touched })
  const release = useAct(calls.release, {
    done: 'Đã trả đơn lại hàng đợi.',
    touches: touched,
    onDone: () => onOpen(null),
  })
  const next = useWrite(calls.takeNext, {
    touches: touched,
    onSuccess: (answer) => {
      if (answer.process_id === null) toast.info('Không còn đơn nào chờ nhận.')
      onOpen(answer.process_id)
    },
  })
  const finished = { done: `Đã hoàn thành đơn ${process_id}.`, touches: touched }
  const finish = useAct(calls.finish, { ...finished, onDone: () => onOpen(null) })
  const finishAndNext = useAct(calls.finish, { ...finished, onDone: () => next.mutate({ handling: way }) })
  const busy = finish.pending || finishAndNext.pending || next.pending
  const held = isHeldBy(row, me.user_id)
  // The focus stays in the dialog when its order changes, or nobody would hear a photo that is pasted.
  useEffect(() => {
    if (held) finishButton.current?.focus()
  }, [held, finishButton])

  if (!held)
    return (
      <>
        <Button onClick={() => onOpen(null)}>Đóng</Button>
        {can(calls.take) && (
          <Button
            variant="primary"
            icon="check"
            busy={take.pending}
            whyNot={whyNot('take', row, me.user_id)?.message}
            onClick={() => take.mutate({ process_ids })}
          >
            Nhận đơn này
          </Button>
        )}
      </>
    )
  const whyNotFinish = whyNot('finish', row, me.user_id)?.message
  const isLast = summary?.waiting === 0
  return (
    <>
      {can(calls.release) && (
        <Button icon="undo" busy={release.pending} onClick={() => release.mutate({ process_ids })}>
          Trả lại hàng đợi
        </Button>
      )}
      <Spacer />
      {can(calls.finish) && !isLast && (
        <Button whyNot={whyNotFinish} busy={busy} onClick={() => finish.mutate({ process_ids })}>
          Hoàn thành
        </Button>
      )}
      {can(calls.finish) && (
        <Button
          ref={finishButton}
          variant="primary"
          icon="check"
          whyNot={whyNotFinish}
          busy={busy}
          onClick={() => (isLast ? finish : finishAndNext).mutate({ process_ids })}
        >
          {isLast ? 'Hoàn thành' : 'Hoàn thành, nhận đơn tiếp'}
        </Button>
      )}
    </>
  )
}
