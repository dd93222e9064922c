/** The first steps of a new business, each with a link and a mark when it is done. Hidden once all are done. */
import { useEffect } from 'react'
import type { AnswerOf, InputOf } from '#contract/call.ts'
import { PageButton } from '#web/route/link.tsx'
import { useRead } from '#web/call/api.ts'
import { remember, remembered } from '#web/layout/preference.ts'
import type { ListCall } from '#web/list/use-list-answer.ts'
import { useRights } from '#web/session/rights.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { StepList, type Step } from '#web/ui/show/step-list.tsx'
import { account } from '#features/access/account/account.contract.ts'
import { accountPage, groupPage } from '#features/access/pages.contract.ts'
import { group } from '#features/access/group/group.contract.ts'
import { bankConfig, bankConfigType } from '#features/partners/bank-config/bank-config.contract.ts'
import { depositBankPage, posPage } from '#features/partners/pages.contract.ts'
import { pos } from '#features/partners/pos/pos.contract.ts'
import { productDisplay } from '#features/settings/product-display/product-display.contract.ts'
import { systemConfigPage } from '#features/settings/pages.contract.ts'
import { baseStore } from '#features/tickets/base-store/base-store.contract.ts'
import { baseStorePage, ticketPage } from '#features/tickets/pages.contract.ts'
import { importStatus, ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { funds } from '#features/wallets/fund/fund.contract.ts'
import { fundPage } from '#features/wallets/pages.contract.ts'

/** Whether all steps were done at the last look: then they are not checked again. */
const done_key = 'first-day-over'

export default function FirstDay({ onArrived }: { onArrived: (part: string) => void }) {
  const wasOver = remembered(done_key) !== null
  useEffect(() => {
    if (wasOver) onArrived('firstDay')
  }, [onArrived, wasOver])
  return wasOver ? null : <Steps onArrived={onArrived} />
}

function Steps({ onArrived }: { onArrived: (part: string) => void }) {
  const steps = useSteps()
  const isKnown = steps.every(({ isKnown: known }) => known)
  const done = steps.filter(({ isDone }) => isDone).length
  const isOver = isKnown && done === steps.length
  useEffect(() => {
    if (isOver) remember(done_key, '1')
  }, [isOver])
  useEffect(() => {
    if (isKnown) onArrived('firstDay')
  }, [onArrived, isKnown])
  if (!isKnown || isOver) return null
  return (
    <Panel
      flush
      title="Bắt đầu bán vé"
      actions={<Text tone="muted" size="sm">{`${done} / ${steps.length} bước đã xong`}</Text>}
    >
      <StepList steps={steps} />
    </Panel>
  )
}

interface KnownStep extends Step {
  isKnown: boolean
}

/** In the order in which they depend on each other, without those that the person may not see. */
function useSteps(): KnownStep[] {
  const stores = useStep(baseStore.list, {
    title: 'Tạo kho vé',
    note: 'Vé nhập về nằm ở kho cho đến khi bán.',
    url: baseStorePage.url,
  })
  const stations = useRead(baseStore.list, { page_size: 100 })
  const has_stations = stations.data?.items.some(({ area_ids }) => area_ids.length > 0)
  const areas = stepOf(has_stations, {
    title: 'Giao đài cho kho',
    note: 'Mỗi đài do một kho phụ trách: mở kho, chọn Đài phụ trách.',
    url: baseStorePage.url,
  })
  return [
    ...stores,
    areas,
    ...useStep(group.list, {
      title: 'Lập nhóm người dùng',
      note: 'Mỗi nhóm có quyền của một việc: nhập vé, duyệt vé, kế toán.',
      url: groupPage.url,
    }),
    ...useStep(
      account.list,
      { title: 'Mời nhân viên', note: 'Ít nhất hai người: không ai duyệt phiếu của chính mình.', url: accountPage.url },
      { more_than: 2 },
    ),
    ...useStep(
      bankConfig.list,
      { title: 'Khai báo ngân hàng nạp tiền', note: 'Khách chuyển tiền vào tài khoản này.', url: depositBankPage.url },
      { filter: { type: bankConfigType.deposit } },
    ),
    ...useStep(pos.list, {
      title: 'Thêm điểm bán',
      note: 'Mỗi đơn cần một điểm bán: thêm từng điểm, hoặc nhập cả danh sách từ tệp.',
      url: posPage.url,
    }),
    ...useStep(
      pos.list,
      {
        title: 'Thêm thiết bị bán hàng',
        note: 'Đơn đến từ thiết bị, ký bằng khóa của nó: mở điểm bán, Thêm thiết bị.',
        url: posPage.url,
      },
      { filter: most_devices, isDone: ({ items }) => items.some(({ device_count }) => device_count > 0) },
    ),
    ...useStep(
      ticketImport.list,
      {
        title: 'Nhập vé vào kho',
        note: 'Thêm vé hoặc tải tệp lên; người thứ hai duyệt phiếu ở Vé chờ duyệt.',
        url: ticketPage.url,
      },
      { filter: { status: importStatus.approved } },
    ),
    ...useStep(productDisplay.list, {
      title: 'Chọn sản phẩm hiện trên ứng dụng',
      note: 'Khách chỉ mua được những gì được hiển thị.',
      url: systemConfigPage.url,
    }),
    ...useStep(
      funds.list,
      {
        title: 'Nạp quỹ trả thưởng',
        note: 'Giải chỉ trả được khi quỹ có tiền: ghi số tiền đã để dành hoặc đã chuyển đến cổng chi trả.',
        url: fundPage.url,
      },
      { isDone: ({ items }) => items.some(({ balance }) => balance > 0) },
    ),
  ]
}

interface StepWords {
  title: string
  note: string
  url: string
}

const most_devices = { sort: '-device_count' } as const

/** Done once the list has rows, or by `isDone`; undefined where the person may not see the list. */
function useStep<C extends ListCall>(
  call: C,
  words: StepWords,
  { filter, more_than = 0, isDone }: StepRule<C> = {},
): KnownStep[] {
  const { can, pageAllowed } = useRights()
  const enabled = can(call) && pageAllowed(words.url)
  const { data } = useRead<ListCall>(call, { page_size: isDone ? 10 : 1, ...filter }, { enabled })
  if (!enabled) return []
  const hasEnough = data && (isDone ? isDone(data as AnswerOf<C>) : (data.total ?? data.items.length) > more_than)
  return [stepOf(hasEnough, words)]
}

interface StepRule<C extends ListCall> {
  filter?: Partial<InputOf<C>>
  more_than?: number
  isDone?: (answer: AnswerOf<C>) => boolean
}

function stepOf(isDone: boolean | undefined, { title, note, url }: StepWords): KnownStep {
  const action = (
    <PageButton size="sm" to={url}>
      Mở
    </PageButton>
  )
  return { key: title, title, note, isDone: isDone === true, isKnown: isDone !== undefined, action }
}
