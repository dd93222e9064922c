/** The form of a new file, and its progress while it is sent. */
import { useState } from 'react'
import { useRead } from '#web/call/api.ts'
import { serverNow } from '#web/call/clock.ts'
import { momentText, numberText } from '#web/value/format.ts'
import { useRights } from '#web/session/rights.ts'
import { isUnknown, Refusal } from '#web/call/send.ts'
import { startTransfer, useTransfer, type Transfer } from '#web/call/transfer.ts'
import { Banner } from '#web/ui/message/banner.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Combobox } from '#web/ui/choice/combobox.tsx'
import { DateInput } from '#web/ui/date/date-input.tsx'
import { today } from '#web/ui/date/date-text.ts'
import { Field } from '#web/ui/field/field.tsx'
import { FileInput } from '#web/ui/field/file-input.tsx'
import { FullWidth, Grid } from '#web/ui/layout/grid.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Progress } from '#web/ui/message/progress.tsx'
import { sizeText } from '#web/ui/field/size-text.ts'
import { Text } from '#web/ui/layout/text.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { useFieldChoices } from '#web/choices/use-field-choices.ts'
import { loadPatiently } from '#web/ui/base/lazy-part.tsx'
import type { InputOf } from '#contract/call.ts'
import { infoOf, shapeOf } from '#contract/schema.ts'
import { max_stream_bytes } from '#contract/wire.ts'
import { drawArea, type AreaOfDayRow } from '#features/tickets/draw-area/draw-area.contract.ts'
import { whyNotStation } from '#features/tickets/draw-area/station-choice.rules.ts'
import { openStores } from '#features/tickets/stock/stock-choices.screen.tsx'
import { TicketLine } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { ticketUpload } from './ticket-upload.contract.ts'

export interface PeriodSelection {
  open_date: string | null
  area_id: number | null
  base_id: number | null
}

type UploadTransfer = Transfer<typeof ticketUpload.upload>

export function NewUpload({ start }: { start: PeriodSelection }) {
  const transfer = useTransfer(ticketUpload.upload)
  // A refusal is shown in the form, to be corrected there.
  const isRefused = transfer?.failure instanceof Refusal && !isUnknown(transfer.failure)
  return transfer && !isRefused ? (
    <TransferProgress transfer={transfer} />
  ) : (
    <NewUploadForm start={start} refused={transfer} />
  )
}

type Errors = Partial<Record<keyof InputOf<typeof ticketUpload.upload> | 'file', string>>

function NewUploadForm({ start, refused }: { start: PeriodSelection; refused: UploadTransfer | undefined }) {
  const { me } = useRights()
  const [selection, setSelection] = useState<PeriodSelection>({ ...start, ...refused?.fields })
  const [file, setFile] = useState<File | null>(refused?.file ?? null)
  const [errors, setErrors] = useState<Errors>(() => errorsOf(refused))
  const { open_date, area_id, base_id } = selection
  const input = { all: true, ...(open_date !== null && { open_date }), ...(base_id !== null && { base_id }) }
  const read = useRead(drawArea.byBase, input, { enabled: open_date !== null, fresh_ms: 60_000, keepPrevious: true })
  const areas = read.data?.items ?? []
  const area = areas.find((candidate) => candidate.area_id === area_id)

  const change = (part: Partial<PeriodSelection>) => {
    setSelection({ ...selection, ...part })
    setErrors((now) => ({ ...now, ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])) }))
  }
  const choose = ([next_file]: File[]) => {
    setFile(next_file ?? null)
    setErrors((now) => ({ ...now, file: next_file && whyNotFile(next_file) }))
  }
  const send = () => {
    const faults: Errors = {
      ...(open_date === null && { open_date: 'Chọn ngày mở thưởng' }),
      ...(!area && { area_id: 'Chọn đài' }),
      ...(file ? { file: whyNotFile(file) } : { file: 'Chọn tệp vé' }),
    }
    setErrors(faults)
    if (open_date !== null && area && file && !faults.file)
      startTransfer(
        ticketUpload.upload,
        { open_date, area_id: area.area_id, ...(base_id !== null && { base_id }) },
        file,
      )
  }
  return (
    <Stack gap={4}>
      <Grid columns={me.base_id === null ? 3 : 2}>
        <Field label={labels.open_date} required error={errors.open_date}>
          <DateInput value={open_date} min={today()} onChange={(day) => change({ open_date: day })} />
        </Field>
        {me.base_id === null && (
          <Field label={labels.base_id} error={errors.base_id} hint="Để trống là kho phụ trách đài">
            <StoreInput value={base_id} onChange={(id) => change({ base_id: id })} />
          </Field>
        )}
        <Field label={labels.area_id} required error={errors.area_id} hint={area && hintOf(area)}>
          <Combobox
            value={area?.area_id ?? null}
            onChange={(id) => change({ area_id: id })}
            options={areas.map((areaOfDay) => ({
              value: areaOfDay.area_id,
              label: areaOfDay.area_name,
              detail: areaOfDay.area_code,
              whyNot: whyNotStation(areaOfDay, base_id ?? me.base_id, serverNow()),
            }))}
            loading={read.isFetching}
            disabled={open_date === null}
            placeholder={open_date === null ? 'Chọn ngày mở thưởng trước' : 'Chọn đài'}
          />
        </Field>
        <FullWidth>
          <Field label="Tệp vé" required error={errors.file}>
            <FileInput files={file ? [file] : []} onChange={choose} accept={accepted.join(',')} hint={file_hint} />
          </Field>
        </FullWidth>
      </Grid>
      {refused?.failure && Object.keys(errorsOf(refused)).length === 0 && (
        <Banner kind="error">{refused.failure.message}</Banner>
      )}
      <Row>
        <Button variant="primary" icon="upload" onClick={send}>
          Gửi và kiểm tra
        </Button>
        <Button icon="download" onClick={() => void downloadSample()}>
          Tải tệp mẫu
        </Button>
      </Row>
    </Stack>
  )
}

function StoreInput({ value, onChange }: { value: number | null; onChange: (value: number | null) => void }) {
  const { choices } = useFieldChoices(openStores, {}, value)
  return <Combobox {...choices} value={value} onChange={(id) => onChange(id as number | null)} placeholder="Theo đài" />
}

const labels = Object.fromEntries(
  Object.entries(shapeOf(ticketUpload.upload.input)).map(([name, schema]) => [name, infoOf(schema)!.label]),
) as Record<keyof InputOf<typeof ticketUpload.upload>, string>

/** What the station expects of a file, before it is sent. */
function hintOf({ base_name, number_length, period }: AreaOfDayRow): string {
  const until = period && `nhập đến ${momentText(period.return_until)}`
  return [base_name, `dãy số ${number_length} chữ số`, until].filter(Boolean).join(' · ')
}

const accepted = ['.xlsx', '.csv']
const file_hint = `Excel (.xlsx) hoặc CSV, tối đa ${sizeText(max_stream_bytes)} và 1.000.000 dòng`

function whyNotFile({ name, size }: File): string | undefined {
  if (!accepted.some((end) => name.toLowerCase().endsWith(end))) return 'Chỉ nhận tệp Excel (.xlsx) hoặc CSV.'
  if (size === 0) return 'Tệp trống.'
  return size > max_stream_bytes ? `Tệp lớn hơn ${sizeText(max_stream_bytes)}. Hãy chia thành nhiều tệp.` : undefined
}

/** The server's refusal by field; one that names no field is about the file. */
function errorsOf(refused: UploadTransfer | undefined): Errors {
  const { failure } = refused ?? {}
  if (!(failure instanceof Refusal)) return {}
  const fields = Object.entries(failure.data?.fields ?? {}).filter(([name]) => name in labels)
  if (fields.length > 0) return Object.fromEntries(fields)
  return failure.error === 'request_invalid' ? { file: failure.message } : {}
}

/** The workbook writer is loaded on first use. */
async function downloadSample() {
  try {
    const { downloadTemplate } = await loadPatiently(() => import('#web/excel/import/template.ts'))
    await downloadTemplate('nhap-ve', TicketLine)
  } catch {
    toast.error('Không tạo được tệp mẫu trên trình duyệt này.')
  }
}

function TransferProgress({ transfer: { file, sent, failure, retry, drop } }: { transfer: UploadTransfer }) {
  const bytes = `${sizeText(sent)} / ${sizeText(file.size)}`
  const isSent = sent >= file.size
  if (failure !== null) {
    return (
      <Banner
        kind="error"
        title={`Chưa rõ máy chủ đã nhận tệp “${file.name}” hay chưa`}
        action={
          <Row>
            <Button size="sm" icon="refresh" onClick={retry}>
              Gửi lại
            </Button>
            <Button size="sm" variant="quiet" onClick={drop}>
              Bỏ
            </Button>
          </Row>
        }
      >
        {`Đã gửi ${bytes}. Có thể gửi lại: tệp đã nhận sẽ không được nhận lần nữa.`}
        <Text size="sm">{`${failure.message} · Mã yêu cầu: ${failure.transid}`}</Text>
      </Banner>
    )
  }
  return (
    <Stack>
      <Progress
        label={isSent ? `Đang chờ máy chủ nhận “${file.name}”` : `Đang gửi “${file.name}”`}
        value={isSent ? null : (sent / file.size) * 100}
        detail={`${bytes}${isSent ? '' : ` · ${numberText(Math.floor((sent / file.size) * 100))}%`}`}
      />
      <Text tone="muted">Có thể sang trang khác trong phần mềm; đừng đóng thẻ trình duyệt cho đến khi gửi xong.</Text>
      <Row>
        <Button icon="close" onClick={drop}>
          Hủy gửi
        </Button>
      </Row>
    </Stack>
  )
}
