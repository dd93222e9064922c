/** One upload from its arrival to its slip. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Act, runAct, useAct } from '#web/action/act.tsx'
import { areaOf, invalidate, useRead } from '#web/call/api.ts'
import { dayText, numberText } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Progress } from '#web/ui/message/progress.tsx'
import { sizeText } from '#web/ui/field/size-text.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { infoOf } from '#contract/schema.ts'
import { importStatus, ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { xsktTicket } from '#features/tickets/xskt-ticket/xskt-ticket.contract.ts'
import { SlipLink, useSlip } from '#features/tickets/xskt-ticket/slip-link.screen.tsx'
import { stock } from '#features/tickets/stock/stock.contract.ts'
import { ErrorFile, type Upload, UploadFaults } from './upload-faults.screen.tsx'
import { TicketUpload, ticketUpload, uploadStatus, type UploadStatus } from './ticket-upload.contract.ts'
import { whyNotCancel, whyNotTake } from './ticket-upload.rules.ts'

const ask_every_ms = 700
const running_text: Partial<Record<UploadStatus, string>> = {
  [uploadStatus.received]: 'Đang chờ đến lượt kiểm tra',
  [uploadStatus.checking]: 'Đang kiểm tra',
  [uploadStatus.taking]: 'Đang lập phiếu nhập',
}
export const isRunning = ({ status }: Pick<Upload, 'status'>) => status in running_text

interface UploadDetailProps {
  upload_id: number
  /** Opens the form for another file. */
  onAnother: () => void
}

export function UploadDetail({ upload_id, onAnother: onAnew }: UploadDetailProps) {
  const read = useUpload(upload_id)
  const upload = read.data
  if (!upload) return <ReadFallback read={read} lines={6} />
  return (
    <Stack gap={4}>
      <Stack gap={1}>
        <Row>
          <Heading level={3}>{upload.file_name}</Heading>
          {show(infoOf(TicketUpload.shape.status), upload.status)}
        </Row>
        <Text tone="muted">{stockText(upload)}</Text>
      </Stack>
      {read.error !== null && (
        <Banner kind="warning">{`Chưa cập nhật được tiến độ, đang hiển thị tình trạng gần nhất. ${read.error.message}`}</Banner>
      )}
      <UploadProgress upload={upload} onAnew={onAnew} />
      {upload.fault_count + upload.existing_count > 0 && <UploadFaults upload={upload} />}
    </Stack>
  )
}

export function stockText({ area_name, open_date, base_name, file_size }: Upload): string {
  return `${area_name} · mở thưởng ${dayText(open_date)} · ${base_name} · ${sizeText(file_size)}`
}

/** Polled while work is running; the end of it invalidates other lists. */
function useUpload(upload_id: number) {
  const client = useQueryClient()
  const read = useRead(ticketUpload.detail, { upload_id })
  useRead(ticketUpload.detail, { upload_id }, read.data && isRunning(read.data) ? { every_ms: ask_every_ms } : {})
  const status = read.data?.status
  useEffect(() => {
    if (status === uploadStatus.done)
      void invalidate(client, [xsktTicket.list, ticketImport.list, stock.list, ticketUpload.list].map(areaOf))
  }, [client, status])
  return read
}

function UploadProgress({ upload, onAnew }: { upload: Upload; onAnew: () => void }) {
  const { upload_id, status, progress, row_count, good_count, reason, ticket_import_id } = upload
  const take = useAct(ticketUpload.take, { success: 'Đã bắt đầu nhập vé.' })
  const anotherFile = (
    <Act call={ticketUpload.upload} icon="upload" onClick={onAnew}>
      Tải tệp khác
    </Act>
  )
  if (isRunning(upload)) {
    return (
      <Stack>
        <Progress
          label={running_text[status] ?? ''}
          value={progress > 0 ? progress : null}
          {...(row_count > 0 && { detail: `${numberText(row_count)} dòng · ${progress}%` })}
        />
        <Text tone="muted">Có thể đóng cửa sổ này: hệ thống vẫn tiếp tục xử lý, xem lại ở “Các lượt tải”.</Text>
        <Row>
          <CancelButton upload={upload} />
        </Row>
      </Stack>
    )
  }
  if (status === uploadStatus.checked) {
    return (
      <Stack>
        <Summary upload={upload} />
        {upload.same_as !== null && (
          <Banner kind="warning" title={`Tệp này đã nhập ở phiếu ${upload.same_as}`}>
            Vé trong tệp không nhập lại lần nữa.
          </Banner>
        )}
        {reason !== null && <Banner kind="warning">{reason}</Banner>}
        <Row>
          <Act
            call={ticketUpload.take}
            variant="primary"
            icon="check"
            busy={take.pending}
            whyNot={whyNotTake(upload) ?? (upload.same_as && `Tệp này đã được nhập ở phiếu ${upload.same_as}.`)}
            onClick={() => take.mutate({ upload_id })}
          >
            {`Nhập ${numberText(good_count)} dòng`}
          </Act>
          <ErrorFile upload={upload} />
          {anotherFile}
          <CancelButton upload={upload} />
        </Row>
        {whyNotTake(upload) !== null && <Text tone="amber">{whyNotTake(upload)}</Text>}
      </Stack>
    )
  }
  return (
    <Stack>
      {ticket_import_id !== null && <ImportedSlip upload={upload} ticket_import_id={ticket_import_id} />}
      {status === uploadStatus.failed && (
        <Banner kind="error" title="Không nhập được tệp này">
          {reason ?? 'Hãy tải tệp lên lại.'}
        </Banner>
      )}
      {status === uploadStatus.cancelled && <Banner kind="info">Lượt tải đã hủy, không có vé nào được nhập.</Banner>}
      <Row>
        {status === uploadStatus.done && <ErrorFile upload={upload} />}
        {anotherFile}
      </Row>
    </Stack>
  )
}

/** '5.000 dòng: 4.870 mới, 100 đã có, 30 lỗi; tổng 5.020 vé, thành tiền 50.200.000 đ.' */
export function summaryText({ row_count, good_count, existing_count, fault_count, quantity, amount }: Upload): string {
  const n = numberText
  const rows = `${n(row_count)} dòng: ${n(good_count)} mới, ${n(existing_count)} đã có, ${n(fault_count)} lỗi`
  return `${rows}; tổng ${n(quantity)} vé, thành tiền ${n(amount)} đ.`
}

function Summary({ upload }: { upload: Upload }) {
  const clean = upload.fault_count + upload.existing_count === 0
  return (
    <Banner kind={clean ? 'success' : 'info'} title={clean ? 'Tệp không có dòng lỗi' : 'Kết quả kiểm tra'}>
      {summaryText(upload)}
    </Banner>
  )
}

/** The slip tells whether its tickets are in stock. */
function ImportedSlip({ upload, ticket_import_id }: { upload: Upload; ticket_import_id: number }) {
  const { slip } = useSlip(ticket_import_id)
  return (
    <Banner kind="success" title={`Đã nhập ${numberText(upload.good_count)} dòng vào phiếu`}>
      <Stack gap={1}>
        <SlipLink ticket_import_id={ticket_import_id} />
        <Text>{summaryText(upload)}</Text>
        {slip?.status === importStatus.waiting && <Text>Vé có trong kho sau khi người khác duyệt phiếu.</Text>}
      </Stack>
    </Banner>
  )
}

function CancelButton({ upload }: { upload: Upload }) {
  const { upload_id, file_name } = upload
  const cancel = useAct(ticketUpload.cancel, { success: 'Đã hủy lượt tải.' })
  const act = {
    call: ticketUpload.cancel,
    label: 'Hủy lượt tải',
    danger: true,
    whyNot: whyNotCancel(upload),
    confirm: { message: `Hủy lượt tải “${file_name}”? Không có vé nào được nhập.`, cancelLabel: 'Không hủy' },
    run: () => cancel.mutate({ upload_id }),
  }
  return (
    <Act
      call={act.call}
      variant="quiet"
      icon="close"
      busy={cancel.pending}
      whyNot={act.whyNot}
      onClick={() => void runAct(act)}
    >
      {act.label}
    </Act>
  )
}
