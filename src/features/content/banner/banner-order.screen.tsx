/** The order of one payment source's banners: dragged, or moved by keys and buttons, then saved as a whole. */
import { useState } from 'react'
import { useRead, useWrite, type ReadResult } from '#web/call/api.ts'
import { showFailure } from '#web/call/failure-toast.ts'
import { textOf } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { useRights } from '#web/session/rights.ts'
import { Refusal } from '#web/call/send.ts'
import { Banner as Notice } from '#web/ui/message/banner.tsx'
import { confirmDiscard } from '#web/ui/dialog/confirm-discard.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { SortableList } from '#web/ui/choice/sortable-list.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { Validity } from '#web/ui/date/validity.tsx'
import { useChoices } from '#web/choices/use-choices.ts'
import { idIn } from '#web/list/use-list.ts'
import type { AnswerOf } from '#contract/call.ts'
import { infoOf } from '#contract/schema.ts'
import { paymentVendor, vendorOption } from '#features/settings/payment-vendor/payment-vendor.contract.ts'
import { Banner, banner } from './banner.contract.ts'

interface EditedOrder {
  banner_ids: readonly number[]
  /** The order from which it began, so that what another person saved meanwhile is not overwritten. */
  seen_ids: readonly number[]
}

interface BannerOrderProps {
  /** The payment source, from the address. */
  opened: string
  onOpen: (source: string | null) => void
}

export default function BannerOrder({ opened, onOpen }: BannerOrderProps) {
  const { can } = useRights()
  const sources = useChoices(paymentVendor.list, vendorOption, { eager: true }).options
  const payment_vendor_id = idIn(opened) || (sources[0]?.value ?? 0)
  const read = useRead(banner.listByPayment, { payment_vendor_id }, { enabled: payment_vendor_id > 0 })
  const [order, setOrder] = useState<EditedOrder | null>(null)
  const [hasChanged, setHasChanged] = useState(false)
  const save = useWrite(banner.setup, {
    onSuccess: () => {
      setOrder(null)
      toast.success('Đã lưu thứ tự hiển thị.')
    },
    onFailure: (failure) => {
      if (!(failure instanceof Refusal && failure.error === 'changed_by_other')) return showFailure(failure)
      setOrder(null)
      setHasChanged(true)
      void read.refetch()
    },
  })
  const savedBanners = read.data?.items ?? []
  const banners = inOrder(savedBanners, order?.banner_ids)
  const changed = banners.some((row, index) => row !== savedBanners[index])

  async function choose(vendor_id: number | null) {
    if (vendor_id === null || (changed && !(await confirmDiscard()))) return
    setOrder(null)
    setHasChanged(false)
    onOpen(String(vendor_id))
  }
  return (
    <Dialog
      open
      size="lg"
      title="Thứ tự hiển thị banner"
      description="Banner đứng trên được hiện trước. Mỗi nguồn thanh toán có thứ tự riêng."
      dirty={changed}
      onClose={() => onOpen(null)}
      saveLabel="Lưu thứ tự"
      saving={save.pending}
      saveWhyNot={!changed && 'Thứ tự chưa thay đổi.'}
      {...(can(banner.setup) && {
        onSubmit: () =>
          save.mutate({
            payment_vendor_id,
            banner_ids: idsOf(banners),
            seen_ids: idsOf(inOrder(savedBanners, order?.seen_ids)),
          }),
      })}
    >
      <Stack gap={4}>
        <Field label="Nguồn thanh toán" width="lg">
          <Select value={payment_vendor_id} onChange={(vendor_id) => void choose(vendor_id)} options={sources} />
        </Field>
        {hasChanged && (
          <Notice kind="warning">
            Banner hoặc thứ tự của nguồn này vừa được người khác thay đổi nên thứ tự của bạn chưa được lưu. Danh sách
            mới đã được tải lại, hãy sắp xếp lại.
          </Notice>
        )}
        <BannerListState read={read} />
        <SortableList
          label="Banner theo thứ tự hiển thị"
          onChange={(banner_ids) => setOrder({ banner_ids, seen_ids: order?.seen_ids ?? idsOf(savedBanners) })}
          readOnly={!can(banner.setup)}
          items={banners.map(itemOf)}
        />
      </Stack>
    </Dialog>
  )
}

/** Shown above the list: while it loads, after a failure, and where the source has no banner. */
function BannerListState({ read }: { read: ReadResult<typeof banner.listByPayment> }) {
  if (read.isPending) return <Skeleton lines={6} />
  if (read.isError)
    return (
      <EmptyState
        kind="error"
        message={read.error.message}
        transid={read.error.transid}
        onRetry={() => void read.refetch()}
      />
    )
  if (read.data.total !== 0) return null
  return (
    <EmptyState
      kind="empty"
      icon="image"
      title="Nguồn này chưa có banner"
      message="Chọn nguồn này ở mục “Nguồn TT” khi thêm hoặc sửa một banner."
    />
  )
}

type OrderedBanner = AnswerOf<typeof banner.listByPayment>['items'][number]

const itemOf = (row: OrderedBanner) => ({
  key: row.banner_id,
  name: row.title,
  image: row.image_url,
  aside: row.status === 0 && show(infoOf(Banner.shape.status), row.status),
  lines: [textOf(infoOf(Banner.shape.place), row.place), <Validity key="days" from={row.from_date} to={row.to_date} />],
})

const idsOf = (rows: readonly OrderedBanner[]) => rows.map((row) => row.banner_id)

/** The rows in the order of these numbers; one that was added meanwhile comes last. */
function inOrder(rows: readonly OrderedBanner[], order: readonly number[] | undefined): OrderedBanner[] {
  if (!order) return [...rows]
  const positions = new Map(order.map((banner_id, index) => [banner_id, index]))
  const positionOf = ({ banner_id }: OrderedBanner) => positions.get(banner_id) ?? rows.length
  return rows.toSorted((a, b) => positionOf(a) - positionOf(b))
}
