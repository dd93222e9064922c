/** A new file: for which draw it is, and how far it has been sent. */
import { useState } from 'react'
import { useRead } from '#web/api.ts'
import { momentText, numberText } from '#web/format.ts'
import { useRights } from '#web/rights.ts'
import { isUnknown, Refusal } from '#web/send.ts'
import { startTransfer, useTransfer, type Transfer } from '#web/transfer.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { today } from '#web/ui/date-text.ts'
import { Field } from '#web/ui/field.tsx'
import { FileInput } from '#web/ui/file-input.tsx'
import { FullWidth, Grid } from '#web/ui/grid.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { sizeText } from '#web/ui/size-text.ts'
import { Text } from '#web/ui/text.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useFieldChoices } from '#web/use-choices.ts'
import type { InputOf } from '#contract/call.ts'
import { infoOf, shapeOf } from '#contract/schema.ts'
import { most_stream_bytes } from '#contract/wire.ts'
import { drawArea, type AreaOfDayRow } from '#features/tickets/draw-area/draw-area.contract.ts'
import { placeChoices } from '#features/tickets/stock/place-choices.screen.tsx'
import { TicketLine } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { ticketUpload } from './ticket-upload.contract.ts'

export interface WishedDraw {
  open_date: string | null
  area_id: number | null
  base_id: number | null
}

type Sent = Transfer<typeof ticketUpload.upload>

export function UploadNew({ start }: { start: WishedDraw }) {
  const transfer = useTransfer(ticketUpload.upload)
  // A clear refusal is told where the file was chosen, to be mended there.
  const refused = transfer?.failure instanceof Refusal && !isUnknown(transfer.failure)
  return transfer && !refused ? <Sending transfer={transfer} /> : <NewFile start={start} refused={transfer} />
}

type Errors = Partial<Record<keyof InputOf<typeof ticketUpload.upload> | 'file', string>>

function NewFile({ start, refused }: { start: WishedDraw; refused: Sent | undefined }) {
  const { me } = useRights()
  const [draw, setDraw] = useState<WishedDraw>({ ...start, ...refused?.fields })
  const [file, setFile] = useState<File | null>(refused?.file ?? null)
  const [errors, setErrors] = useState<Errors>(() => errorsOf(refused))
  const { open_date, area_id, base_id } = draw
  const input = { ...(open_date !== null && { open_date }), ...(base_id !== null && { base_id }) }
  const read = useRead(drawArea.byBase, input, { enabled: open_date !== null, fresh: 60_000, keep: true })
  const areas = read.data?.items ?? []
  const area = areas.find((one) => one.area_id === area_id)

  const change = (part: Partial<WishedDraw>) => {
    setDraw({ ...draw, ...part })
    setErrors((now) => ({ ...now, ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])) }))
  }
  const choose = ([chosen]: File[]) => {
    setFile(chosen ?? null)
    setErrors((now) => ({ ...now, file: chosen && whyNotFile(chosen) }))
  }
  const send = () => {
    const wrong: Errors = {
      ...(open_date === null && { open_date: 'Chọn ngày mở thưởng' }),
      ...(!area && { area_id: 'Chọn đài' }),
      ...(file ? { file: whyNotFile(file) } : { file: 'Chọn tệp vé' }),
    }
    setErrors(wrong)
    if (open_date !== null && area && file && !wrong.file)
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
            options={areas.map((one) => ({ value: one.area_id, label: one.area_name, detail: one.area_code }))}
            loading={read.isFetching}
            disabled={open_date === null}
            placeholder={open_date === null ? 'Chọn ngày mở thưởng trước' : 'Chọn đài'}
          />
        </Field>
        <FullWidth>
          <Field label="Tệp vé" required error={errors.file}>
            <FileInput files={file ? [file] : []} onChange={choose} accept={accepted.join(',')} hint={fileHint} />
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
  const { choices } = useFieldChoices(placeChoices.base_id, {}, value)
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
const fileHint = `Excel (.xlsx) hoặc CSV, tối đa ${sizeText(most_stream_bytes)} và 1.000.000 dòng`

function whyNotFile({ name, size }: File): string | undefined {
  if (!accepted.some((end) => name.toLowerCase().endsWith(end))) return 'Chỉ nhận tệp Excel (.xlsx) hoặc CSV.'
  if (size === 0) return 'Tệp trống.'
  return size > most_stream_bytes ? `Tệp lớn hơn ${sizeText(most_stream_bytes)}. Hãy chia thành nhiều tệp.` : undefined
}

/** Where the server's refusal belongs: at the fields that it names; what it says of none of them is about the file. */
function errorsOf(refused: Sent | undefined): Errors {
  const { failure } = refused ?? {}
  if (!(failure instanceof Refusal)) return {}
  const fields = Object.entries(failure.data?.fields ?? {}).filter(([name]) => name in labels)
  if (fields.length > 0) return Object.fromEntries(fields)
  return failure.error === 'request_invalid' ? { file: failure.message } : {}
}

/** What writes a workbook is fetched when it is first asked for. */
async function downloadSample() {
  try {
    const { downloadTemplate } = await import('#web/excel/template.ts')
    await downloadTemplate('nhap-ve', TicketLine)
  } catch {
    toast.error('Không tạo được tệp mẫu trên trình duyệt này.')
  }
}

function Sending({ transfer: { file, sent, failure, retry, drop } }: { transfer: Sent }) {
  const bytes = `${sizeText(sent)} / ${sizeText(file.size)}`
  const arrived = sent >= file.size
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
        label={arrived ? `Đang chờ máy chủ nhận “${file.name}”` : `Đang gửi “${file.name}”`}
        value={arrived ? null : (sent / file.size) * 100}
        detail={`${bytes}${arrived ? '' : ` · ${numberText(Math.floor((sent / file.size) * 100))}%`}`}
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
