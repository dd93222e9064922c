/** For the sample business: what this person can try first, each with a link. Hidden once all was tried, or when it was dismissed. */
import { useEffect } from 'react'
import { config } from '#contract/web-calls/config.ts'
import { PageButton } from '#web/route/link.tsx'
import { useRead } from '#web/call/api.ts'
import { usePreference } from '#web/layout/preference.ts'
import { useRights, type Rights } from '#web/session/rights.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { StepList } from '#web/ui/show/step-list.tsx'
import { account } from '#features/access/account/account.contract.ts'
import { accountPage, groupPage } from '#features/access/pages.contract.ts'
import { heldPage, transactionPage } from '#features/orders/pages.contract.ts'
import { posPage } from '#features/partners/pages.contract.ts'
import { salesXsktPage } from '#features/reports/pages.contract.ts'
import { importApprovalPage, storeTicketPage } from '#features/tickets/pages.contract.ts'
import { ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { deposits } from '#features/wallets/deposit/deposit.contract.ts'
import { bankWithdrawalPage, depositPage } from '#features/wallets/pages.contract.ts'

interface Task {
  key: string
  title: string
  note: string
  url: string
  search?: Record<string, string>
  isPossible: boolean
}

const max_shown = 4
const hidden = 'hidden'

export default function TryNow({ onArrived }: { onArrived: (part: string) => void }) {
  const rights = useRights()
  const { data, isPending } = useRead(config.get, {}, { fresh_ms: Number.POSITIVE_INFINITY })
  useEffect(() => {
    if (!isPending) onArrived('tryNow')
  }, [onArrived, isPending])
  // The sample is tried with several accounts in one browser, and each has tasks of its own.
  const [preference, setPreference] = usePreference(`tried:${rights.me.user_id}`, '')
  const tried_keys = preference.split(' ').filter(Boolean)
  const tasks = tasksOf(rights)
    .filter(({ isPossible }) => isPossible)
    .slice(0, max_shown)
  const isOver = tried_keys.includes(hidden) || tasks.every(({ key }) => tried_keys.includes(key))
  if (!data?.has_sample || isOver) return null
  const markTried = (key: string) => setPreference([...new Set([...tried_keys, key])].join(' '))
  return (
    <Panel
      flush
      title="Thử ngay với dữ liệu mẫu"
      actions={
        <Button size="sm" variant="quiet" onClick={() => markTried(hidden)}>
          Không hiện nữa
        </Button>
      }
    >
      <StepList
        steps={tasks.map(({ key, title, note, url, search }) => ({
          key,
          title,
          note,
          isDone: tried_keys.includes(key),
          action: (
            <PageButton size="sm" to={url} search={search} onClick={() => markTried(key)}>
              Thử
            </PageButton>
          ),
        }))}
      />
    </Panel>
  )
}

/** Rare rights come first, so that everybody sees what is special about their own role. */
function tasksOf({ can }: Rights): Task[] {
  return [
    {
      key: 'approve',
      title: 'Duyệt phiếu nhập vé',
      note: 'Phiếu do kho lập, vé vào kho khi người thứ hai duyệt.',
      url: importApprovalPage.url,
      isPossible: can(ticketImport.approve),
    },
    {
      key: 'pay',
      title: 'Duyệt một lệnh rút tiền',
      note: 'Xem dấu hiệu lạ trước khi chi; khoản lớn cần hai người.',
      url: bankWithdrawalPage.url,
      search: { status: '0' },
      isPossible: can(bankWithdrawalPage.approve),
    },
    {
      key: 'match',
      title: 'Khớp tiền về với yêu cầu nạp',
      note: 'Dòng sao kê chưa rõ khách chờ được gán cho một ví.',
      url: depositPage.url,
      isPossible: can(deposits.update),
    },
    {
      key: 'work',
      title: 'Xử lý một đơn giữ vé',
      note: 'Nhận đơn, chụp vé, tải ảnh lên trước giờ quay.',
      url: heldPage.url,
      isPossible: can(heldPage.work),
    },
    {
      key: 'slip',
      title: 'Lập một phiếu nhập vé',
      note: 'Gõ, dán hoặc lấy số từ tệp; người khác sẽ duyệt.',
      url: storeTicketPage.url,
      isPossible: can(ticketImport.create),
    },
    {
      key: 'account',
      title: 'Lập tài khoản cho một người',
      note: 'Gán nhóm, và người đó đăng nhập được ngay.',
      url: accountPage.url,
      isPossible: can(account.add),
    },
    {
      key: 'group',
      title: 'Xem một nhóm được làm gì, ở đâu',
      note: 'Bảng quyền theo trang và việc, đổi là có hiệu lực.',
      url: groupPage.url,
      isPossible: can(groupPage.view),
    },
    {
      key: 'find',
      title: 'Tìm đơn theo số điện thoại',
      note: 'Gõ vài số cuối, xem đơn cùng dòng thời gian của nó.',
      url: transactionPage.url,
      isPossible: can(transactionPage.view),
    },
    {
      key: 'compare',
      title: 'So doanh số tuần này với tuần trước',
      note: 'Mỗi con số của báo cáo mở ra các đơn của nó.',
      url: salesXsktPage.url,
      search: { compare: 'previous' },
      isPossible: can(salesXsktPage.view),
    },
    {
      key: 'pos',
      title: 'Xem các điểm bán của đại lý',
      note: 'Trên bản đồ, từ tệp, với ngân hàng và thiết bị.',
      url: posPage.url,
      isPossible: can(posPage.view),
    },
  ]
}
