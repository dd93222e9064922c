/** States in numbers and money what closing a station's day will do, and asks for the counted paper tickets. */
import { useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { useAct } from '#web/action/act.tsx'
import { ReasonField, useReason } from '#web/action/reason-field.tsx'
import { useRead } from '#web/call/api.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { clockText, dayText, numberText } from '#web/value/format.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { NumberInput } from '#web/ui/field/number-input.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { RecordList, type RecordItem } from '#web/ui/show/record-list.tsx'
import { SumLines } from '#web/ui/show/sum-lines.tsx'
import { stockStatus } from '#features/tickets/stock/stock-life.contract.ts'
import { unsold } from './unsold.contract.ts'

type Closing = AnswerOf<typeof unsold.closing>
type Stock = Closing['stocks'][number]

interface CloseDialogProps {
  area_id: number
  open_date: string
  onClose: () => void
}

const sum = (stocks: readonly Stock[], valueOf: (stock: Stock) => number) =>
  stocks.reduce((total, stock) => total + valueOf(stock), 0)

export default function CloseDialog({ area_id, open_date, onClose }: CloseDialogProps) {
  const read = useRead(unsold.closing, { area_id, open_date }, { every_ms: 15_000 })
  const [counted, setCounted] = useState<number | null>(null)
  const [store, setStore] = useState<number>()
  // Each store counts its own paper tickets, so several are closed one by one.
  const openStocks = (read.data?.stocks ?? []).filter(({ status }) => status === stockStatus.open)
  const closedStock =
    openStocks.find(({ base_id }) => base_id === store) ?? (counted === null ? openStocks[0] : undefined)
  const open = closedStock ? [closedStock] : []
  const remaining = sum(open, (stock) => stock.in_stock + (isOver(read.data) ? stock.return_pending : 0))
  const differs = counted !== null && counted !== remaining
  const reason = useReason(
    differs
      ? { field: unsold.close.input.shape.reason, emptyText: 'Ghi lý do chênh lệch giữa vé giấy và hệ thống.' }
      : undefined,
    `Chốt hoàn ${area_id} ${open_date}`,
  )
  const close = useAct(unsold.close, {
    success: 'Đã chốt hoàn vé.',
    onDone: onClose,
    invalidates: ['cms/xskt_ticket', 'cms/base_store', 'cms/report'],
  })
  const closing = read.data
  const waiting = sum(open, (stock) => stock.waiting_slips)
  const whyNot =
    (!closing && 'Đang tải…') ||
    (open.length === 0 && 'Đã chốt hoàn vé.') ||
    (waiting > 0 && !isOver(closing) && `Còn ${numberText(waiting)} phiếu hoàn chờ xác nhận.`) ||
    (counted === null && 'Đếm vé giấy rồi nhập số vé.') ||
    reason.whyNot
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={closing ? `Chốt hoàn ${closing.area_name}, ngày ${dayText(open_date)}` : 'Chốt hoàn vé'}
      description={closing && [closedStock?.base_name, whenText(closing)].filter(Boolean).join(' · ')}
      saveLabel={`Chốt hoàn, giữ lại ${numberText(remaining)} vé`}
      saving={close.pending}
      saveWhyNot={whyNot}
      onSubmit={() =>
        close.mutate({
          area_id,
          open_date,
          base_id: closedStock?.base_id,
          expected: remaining,
          counted,
          ...(differs && { reason: reason.text }),
        })
      }
    >
      <Stack gap={4}>
        <ReadFallback read={read} lines={6} />
        {closing && (
          <>
            {openStocks.length > 1 && (
              <StoreChoice
                stocks={openStocks}
                base_id={closedStock?.base_id ?? null}
                onChoose={(base_id) => {
                  setStore(base_id)
                  setCounted(null)
                }}
              />
            )}
            <Identity stocks={open} />
            <RecordList items={effectsOf(closing, open, remaining)} />
            <PaperCount
              counted={counted}
              remaining={remaining}
              reason={reason}
              onCount={(count) => {
                setStore(closedStock?.base_id)
                setCounted(count)
              }}
            />
            {closing.closes_at && (
              <Text
                tone="muted"
                size="sm"
              >{`Nếu không ai chốt, hệ thống tự chốt lúc ${clockText(closing.closes_at, true)}.`}</Text>
            )}
          </>
        )}
      </Stack>
    </Dialog>
  )
}

interface StoreChoiceProps {
  stocks: readonly Stock[]
  base_id: number | null
  onChoose: (base_id: number) => void
}

function StoreChoice({ stocks, base_id, onChoose }: StoreChoiceProps) {
  return (
    <Field label="Kho" hint={`${numberText(stocks.length)} kho giữ vé của đài này, chốt từng kho một`}>
      <Select
        value={base_id}
        onChange={onChoose}
        options={stocks.map((stock) => ({ value: stock.base_id, label: stock.base_name }))}
      />
    </Field>
  )
}

interface PaperCountProps {
  counted: number | null
  /** How many tickets the program counts. */
  remaining: number
  reason: ReturnType<typeof useReason>
  onCount: (count: number | null) => void
}

/** The count of the paper tickets; where the program has another number, with the reason. */
function PaperCount({ counted, remaining, reason, onCount }: PaperCountProps) {
  const differs = counted !== null && counted !== remaining
  return (
    <>
      <Field
        label="Số vé giấy bạn đếm được"
        hint={differs ? undefined : 'Đếm đúng mới chốt được; khác số thì ghi lý do'}
      >
        <NumberInput value={counted} onChange={onCount} min={0} suffix="vé" />
      </Field>
      {differs && (
        <>
          <Banner kind="warning">{`Hệ thống còn ${numberText(remaining)} vé, bạn đếm được ${numberText(counted)}.`}</Banner>
          <ReasonField reason={reason} />
        </>
      )}
    </>
  )
}

const isOver = (closing: Closing | undefined) => closing !== undefined && closing.at >= closing.return_until

function whenText({ at, return_until }: Closing): string {
  const minutes = Math.abs(Math.round((Date.parse(at) - Date.parse(return_until)) / 60_000))
  const minutes_text = at >= return_until ? `đã qua ${numberText(minutes)} phút` : `còn ${numberText(minutes)} phút`
  return `hạn hoàn ${clockText(return_until, true)} ${minutes_text} · số liệu lúc ${clockText(at, true)}`
}

/** What came in equals what was sold, is on slips, was returned, was moved, or is unsold. */
function Identity({ stocks }: { stocks: readonly Stock[] }) {
  const line = (label: string, valueOf: (stock: Stock) => number) => ({
    label,
    value: numberText(sum(stocks, valueOf)),
  })
  return (
    <SumLines
      lines={[
        line('Đã bán', (stock) => stock.sold),
        line('Chờ hoàn', (stock) => stock.return_pending),
        line('Đã hoàn', (stock) => stock.returned),
        line('Chuyển đi', (stock) => stock.transferred),
        line('Còn lại', (stock) => stock.in_stock),
      ]}
      sum={line('Đã nhập', (stock) => stock.imported)}
    />
  )
}

function effectsOf({ draw_at }: Closing, stocks: readonly Stock[], remaining: number): RecordItem[] {
  const by_store = stocks
    .filter(({ in_stock }) => in_stock > 0)
    .map((stock) => `${stock.base_name}: ${numberText(stock.in_stock)} vé`)
  const expiring = sum(stocks, (stock) => stock.waiting_slips)
  const slips = sum(stocks, (stock) => stock.return_slips)
  return [
    {
      key: 'lock',
      icon: 'lock',
      title: `Khóa ${numberText(stocks.length)} kho của đài này`,
      lines: ['Không ai bán, hoàn, nhập hay chuyển vé của ngày này nữa.'],
    },
    {
      key: 'keep',
      icon: 'warehouse',
      title: `Giữ lại ${numberText(remaining)} vé, mệnh giá ${moneyText(sum(stocks, (stock) => stock.unsold_amount))}`,
      lines: [by_store.join(' · ') || 'Không còn vé nào.'],
    },
    {
      key: 'returned',
      icon: 'undo',
      title: `Ghi có ${moneyText(sum(stocks, (stock) => stock.returned_amount))} vé đã hoàn, ${numberText(slips)} phiếu`,
      lines:
        expiring > 0 ? [`${numberText(expiring)} phiếu chờ xác nhận quá hạn, vé của phiếu nằm trong số giữ lại.`] : [],
    },
    {
      key: 'draw',
      icon: 'trophy',
      title: `Chờ kết quả ${clockText(draw_at)} để tính thưởng ${numberText(remaining)} vé`,
      lines: ['Vé giữ lại trúng thì tiền về kho giữ vé; tự tính khi kết quả được xác nhận.'],
    },
  ]
}
