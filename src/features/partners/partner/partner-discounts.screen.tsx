/** A partner's commission rates by product, face value and days. */
import { useState } from 'react'
import { useAct } from '#web/action/act.tsx'
import { Editor } from '#web/form/editor.tsx'
import { useEditor } from '#web/form/use-editor.ts'
import { useLocalList } from '#web/list/use-list.ts'
import ListPager from '#web/list/list-pager.tsx'
import { HistoryDrawer } from '#web/record/history.tsx'
import { Records } from '#web/record/records.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { dayText } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { moneyText } from '#contract/text/money-text.ts'
import { percentText } from '#contract/text/percent-text.ts'
import { infoOf } from '#contract/schema.ts'
import {
  Discount,
  discountState,
  merchantDiscount,
  type DiscountRow,
} from '#features/partners/merchant-discount/merchant-discount.contract.ts'
import { productName } from '#features/results/product/product-name.rules.ts'

export function PartnerDiscounts({ partner_id }: { partner_id: number }) {
  const list = useLocalList(merchantDiscount.list, { partner_id })
  const [past, setPast] = useState<DiscountRow | null>(null)
  const editor = useEditor({ add: merchantDiscount.add, update: merchantDiscount.update, blank: { partner_id } })
  const removal = useAct(merchantDiscount.delete, { success: 'Đã xóa chiết khấu.' })
  return (
    <Stack>
      <Records
        noun="mức chiết khấu"
        icon="star"
        rows={list.rows}
        total={list.total ?? list.rows.length}
        itemOf={(row) => ({
          key: String(row.merchant_discount_id),
          title: `${productName(row.category)} · vé ${moneyText(row.denomination)} · ${rateText(row.rate)}`,
          badge: show(infoOf(Discount.shape.status), row.status),
          lines: [daysText(row), `${row.created_by_name ?? 'Hệ thống'} đặt`],
        })}
        add={{ call: merchantDiscount.add, run: () => editor.open() }}
        acts={(row) => [
          {
            call: merchantDiscount.update,
            label: 'Sửa',
            icon: 'pencil',
            whyNot: row.status === discountState.ended && 'Mức này đã hết hạn.',
            run: () => editor.open(row),
          },
          { call: merchantDiscount.list, label: 'Lịch sử', icon: 'history', run: () => setPast(row) },
          {
            call: merchantDiscount.delete,
            label: 'Xóa',
            icon: 'trash',
            danger: true,
            whyNot: row.status !== discountState.coming && 'Đã áp dụng: hãy đặt ngày hết hạn thay vì xóa.',
            run: () => removal.mutate({ merchant_discount_id: row.merchant_discount_id }),
            confirm: `Xóa mức ${rateText(row.rate)} cho ${productName(row.category)}? Mức này chưa áp dụng ngày nào.`,
          },
        ]}
      />
      {list.pageCount > 1 && <ListPager list={list} unit="mức chiết khấu" />}
      <Editor
        editor={editor}
        noun="mức chiết khấu"
        subject={(row: DiscountRow) => `${productName(row.category)} · ${moneyText(row.denomination)}`}
        fields={['category', 'denomination', 'rate', 'from_date', 'to_date']}
        hints={{
          rate: 'Của giá vé',
          denomination: 'Mệnh giá in trên một vé; trò chơi điện toán: giá một dòng',
          from_date: 'Đơn đã bán giữ hoa hồng cũ',
          to_date: 'Để trống: không hết hạn',
        }}
      />
      {past && (
        <HistoryDrawer
          table="merchant_discount"
          id={past.merchant_discount_id}
          title={`Chiết khấu ${productName(past.category)}`}
          onClose={() => setPast(null)}
        />
      )}
    </Stack>
  )
}

const rateText = (rate: number) => percentText(rate / 10)

function daysText({ from_date, to_date }: DiscountRow): string {
  return to_date ? `${dayText(from_date)} – ${dayText(to_date)}` : `Từ ${dayText(from_date)}, không hết hạn`
}
