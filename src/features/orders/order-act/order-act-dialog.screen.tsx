/** The dialog of an act on one order: asks for a reason, and for a fault for a picture where there is one. */
import { useState } from 'react'
import { useAct } from '#web/action/act.tsx'
import { Signals } from '#web/record/signals.tsx'
import { useRights } from '#web/session/rights.ts'
import { show } from '#web/value/kinds.tsx'
import { Changes } from '#web/ui/show/changes.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { useRead } from '#web/call/api.ts'
import { momentText, phoneText } from '#web/value/format.ts'
import { ReasonDialog } from '#web/action/reason-dialog.tsx'
import { upload } from '#web/call/upload.ts'
import { Banner } from '#web/ui/message/banner.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { ImageInput } from '#web/ui/picture/image-input.tsx'
import { Mono, Text } from '#web/ui/layout/text.tsx'
import type { Call } from '#contract/call.ts'
import { infoOf } from '#contract/schema.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { max_file_bytes } from '#contract/wire.ts'
import {
  invalidated,
  type OrderDetailRow,
  type SeenOrder,
  type TransactionRow,
} from '#features/orders/order/order-row.screen.tsx'
import { drawShape } from '#features/results/result/draw-shape.rules.ts'
import { seriesCount } from '#features/results/result/entry.rules.ts'
import { orderLife } from '#features/orders/order/order.contract.ts'
import { riskSignalsOf, whyNot, type OrderAct } from './order-act.rules.ts'
import { OrderDetail, orders, reportPicture, Transaction } from '#features/orders/order/transaction.contract.ts'

interface ActDialogProps {
  row: SeenOrder
  act: OrderAct
  onClose: () => void
}

export default function ActDialog({ row, act, onClose }: ActDialogProps) {
  const { order_id } = row
  const words = wordsOf[act]
  const { me } = useRights()
  const [picture, setPicture] = useState<string | null>(null)
  /** The order as somebody else has changed it meanwhile; the act continues with it. */
  const [changed, setChanged] = useState<TransactionRow | null>(null)
  const detail = useRead(orders.detail, { order_id }).data
  const options = {
    success: words.done,
    onDone: onClose,
    onConflict: (currentRow: object) => setChanged(currentRow as TransactionRow),
    invalidates: invalidated,
  }
  const report = useAct(orders.report, options)
  const reject = useAct(orders.rejectReport, options)
  const change = useAct(orders.changeStatus, options)
  const { version } = changed ?? row
  const order_key = { order_id, version }
  const run = (reason: string) => {
    if (act === 'report') report.mutate({ ...order_key, reason, without_image: picture === null })
    else if (act === 'reject_report') reject.mutate({ ...order_key, reason })
    else
      change.mutate({
        ...order_key,
        status: orderLife.moves[act].to,
        note: reason,
        ...(act === 'accept_report' && detail && { result_version: detail.draw_result?.version ?? 0 }),
      })
  }
  return (
    <ReasonDialog
      title={words.title}
      field={fieldOf(act)}
      emptyText={words.emptyText}
      hint={words.hint}
      saveLabel={words.save}
      saving={report.pending || reject.pending || change.pending}
      dirty={picture !== null}
      about={order_id}
      whyNot={changed && whyNot(act, changed, me)?.message}
      below={
        act === 'report' && (
          <Field label={infoOf(OrderDetail.shape.report_image)!.label} hint="Không bắt buộc">
            <Picture order_id={order_id} value={picture} onChange={setPicture} />
          </Field>
        )
      }
      onSubmit={run}
      onClose={onClose}
    >
      {detail && <Signals signals={riskSignalsOf(detail)} />}
      {detail ? <OrderSummary row={detail} act={act} /> : <Mono>{order_id}</Mono>}
      {detail && (detail.is_drawn || detail.is_late_report) && <AfterDraw row={detail} act={act} />}
      {changed && <ChangedMeanwhile before={row} now={changed} by={detail?.updated_by_name} />}
      <Banner kind={act === 'accept_report' ? 'warning' : 'info'}>{words.means}</Banner>
    </ReasonDialog>
  )
}

const callOf = {
  report: orders.report,
  reject_report: orders.rejectReport,
  accept_report: orders.changeStatus,
  refund: orders.changeStatus,
  finish: orders.changeStatus,
} as const satisfies Record<OrderAct, Call>

function fieldOf(act: OrderAct) {
  const { shape } = callOf[act].input
  return 'reason' in shape ? shape.reason : shape.note
}

const shown_changes = [
  'status',
  'total',
  'reward',
  'has_images',
  'is_lapsed',
  'is_due_over',
  'is_draw_cancelled',
] as const

/** Shows first what somebody else has changed since the person saw the order. */
function ChangedMeanwhile({
  before,
  now,
  by,
}: {
  before: SeenOrder
  now: TransactionRow
  by: string | null | undefined
}) {
  const old_fields: Partial<TransactionRow> = before
  const lines = shown_changes
    .filter((name) => name in old_fields && old_fields[name] !== now[name])
    .map((name) => {
      const info = infoOf(Transaction.shape[name])
      return { key: name, label: info!.label, before: show(info, old_fields[name]), after: show(info, now[name]) }
    })
  return (
    <Banner kind="warning" title={`${by ?? 'Người khác'} vừa thay đổi đơn này`}>
      <Stack gap={2}>
        {lines.length > 0 ? <Changes lines={lines} /> : 'Ghi chú, ảnh hoặc người xử lý đã khác.'}
        <Text>Nội dung bạn nhập vẫn còn. Hãy xem lại rồi thực hiện lần nữa.</Text>
      </Stack>
    </Banner>
  )
}

/** Shows the draw's result before a ticket is reported or refunded after its draw. */
function AfterDraw({ row, act }: { row: OrderDetailRow; act: OrderAct }) {
  const { draw_result: result } = row
  return (
    <Banner
      kind="warning"
      title={act === 'report' ? 'Mở báo lỗi sau giờ quay' : `${row.reported_by_name ?? ''} báo lỗi sau giờ quay`.trim()}
    >
      <Stack gap={2}>
        <Text>
          {`Kỳ ${row.period_code} quay lúc ${momentText(row.draw_at)}. Vé đã mua: ${row.numbers}.`}{' '}
          {act === 'report' && 'Người thứ hai của trụ sở chính xem kết quả rồi mới duyệt.'}
        </Text>
        {result?.numbers ? (
          <DescriptionList
            items={drawShape(row.category, seriesCount(row.open_date)).map(({ key, label }) => ({
              label,
              value: <Mono>{(result.numbers?.[key] ?? []).join('  ')}</Mono>,
              wide: true,
            }))}
          />
        ) : (
          <Text>{result ? 'Kết quả đang chờ xác nhận.' : 'Chưa có kết quả.'}</Text>
        )}
      </Stack>
    </Banner>
  )
}

/** What the person who decides is responsible for. */
function OrderSummary({ row, act }: { row: OrderDetailRow; act: OrderAct }) {
  const { shape } = OrderDetail
  const decides = act === 'accept_report' || act === 'reject_report' || act === 'refund'
  return (
    <DescriptionList
      items={[
        { label: infoOf(shape.order_id)!.label, value: <Mono>{row.order_id}</Mono> },
        { label: infoOf(shape.total)!.label, value: moneyText(row.total) },
        { label: infoOf(shape.vendor_name)!.label, value: row.vendor_name },
        { label: infoOf(shape.msisdn)!.label, value: row.msisdn && phoneText(row.msisdn) },
        ...(decides
          ? [
              {
                label: infoOf(shape.report_reason)!.label,
                value: `${row.report_reason ?? ''}${row.reported_by_name ? ` (${row.reported_by_name})` : ''}`,
                wide: true,
              },
            ]
          : []),
      ]}
    />
  )
}

const picture_types = ['image/jpeg', 'image/png', 'image/webp']

interface PictureProps {
  order_id: number
  value: string | null
  onChange: (value: string | null) => void
}

function Picture({ order_id, ...control }: PictureProps) {
  return (
    <ImageInput
      {...control}
      types={picture_types}
      maxSize={max_file_bytes}
      upload={async (file, options) => {
        const { url } = await upload(reportPicture.upload, { order_id }, file, options)
        return url
      }}
    />
  )
}

const wordsOf = {
  report: {
    title: 'Báo lỗi đơn hàng',
    save: 'Báo lỗi',
    done: 'Đã báo lỗi, chờ người khác duyệt.',
    emptyText: 'Hãy ghi lý do báo lỗi.',
    hint: 'Lỗi gì, ai phát hiện',
    means: 'Đơn dừng lại cho tới khi một người khác duyệt hoặc từ chối báo lỗi này.',
  },
  reject_report: {
    title: 'Từ chối báo lỗi',
    save: 'Từ chối',
    done: 'Đã từ chối, đơn trở lại trạng thái trước.',
    emptyText: 'Hãy ghi lý do từ chối.',
    hint: 'Vì sao đơn không có lỗi',
    means: 'Đơn trở lại trạng thái trước khi báo lỗi, không hoàn tiền.',
  },
  accept_report: {
    title: 'Duyệt hoàn tiền',
    save: 'Hoàn tiền',
    done: 'Đã duyệt hoàn tiền.',
    emptyText: 'Hãy ghi căn cứ duyệt.',
    hint: 'Đã kiểm tra những gì',
    means: 'Tiền từ ví trở lại ví ngay. Tiền qua nguồn khác chờ xác nhận nguồn đó đã hoàn. Không gọi lại được.',
  },
  refund: {
    title: 'Xác nhận đã hoàn tiền',
    save: 'Xác nhận',
    done: 'Đã xác nhận hoàn tiền.',
    emptyText: 'Hãy ghi mã hoàn tiền của nguồn.',
    hint: 'Mã giao dịch hoàn của nguồn thanh toán',
    means: 'Chỉ xác nhận khi nguồn thanh toán đã hoàn tiền cho khách.',
  },
  finish: {
    title: 'Hoàn thành đơn',
    save: 'Hoàn thành',
    done: 'Đã hoàn thành đơn.',
    emptyText: 'Hãy ghi vé đã in hoặc giữ ở đâu.',
    hint: 'Vé đã in hoặc giữ ở đâu',
    means: 'Khách được báo là đơn đã có vé.',
  },
} as const satisfies Record<OrderAct, object>
