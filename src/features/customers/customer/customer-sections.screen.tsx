/** Everything about a customer that the person may see, by the phone number: group, wallet, orders, prizes, withdrawals. */
import { useState, type ReactNode } from 'react'
import { moneyText } from '#contract/text/money-text.ts'
import type { Page } from '#contract/page.ts'
import { infoOf } from '#contract/schema.ts'
import { PageLink } from '#web/route/link.tsx'
import { useRead } from '#web/call/api.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { RecordSection } from '#web/record/record-view.tsx'
import { useRights } from '#web/session/rights.ts'
import { momentText, numberText, textOf } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { ListedTransaction, transactions } from '#features/orders/order/transaction.contract.ts'
import { bankWithdrawalPage, momoWithdrawalPage, walletPage } from '#features/wallets/pages.contract.ts'
import { Wallet, wallets } from '#features/wallets/wallet/wallet.contract.ts'
import { withdrawals } from '#features/wallets/withdrawal/withdrawal.contract.ts'
import { customerGroupPage } from '../pages.contract.ts'
import { groupVipAccount } from '../group-vip-account/group-vip-account.contract.ts'
import { personalData } from '../personal-data/personal-data.contract.ts'

const PersonDialog = lazyPart(() => import('../personal-data/person-dialog.screen.tsx'))

function To({ page, search, children }: { page: Page; search?: Record<string, string>; children: ReactNode }) {
  return (
    <PageLink to={page.url} {...(search && { search })}>
      {children}
    </PageLink>
  )
}

const max_rows = 5

/** Sections for a record view; each is visible to people who may see its list. */
export function CustomerSections({ msisdn }: { msisdn: string }) {
  const { can } = useRights()
  return (
    <>
      {can(groupVipAccount.customer) && <OwnGroup msisdn={msisdn} />}
      {can(wallets.list) && <OwnWallet msisdn={msisdn} />}
      {can(transactions.list) && <Orders msisdn={msisdn} />}
      {can(withdrawals.list) && <Withdrawals msisdn={msisdn} call="list" />}
      {can(withdrawals.listMomo) && <Withdrawals msisdn={msisdn} call="listMomo" />}
      {can(personalData.find) && <PersonalData msisdn={msisdn} />}
    </>
  )
}

function PersonalData({ msisdn }: { msisdn: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <RecordSection title="Dữ liệu cá nhân">
      <Row>
        <Button size="sm" icon="lock" onClick={() => setOpen(true)}>
          Xem, xuất, xóa theo yêu cầu
        </Button>
      </Row>
      {isOpen && <PersonDialog msisdn={msisdn} onClose={() => setOpen(false)} />}
    </RecordSection>
  )
}

function OwnGroup({ msisdn }: { msisdn: string }) {
  const read = useRead(groupVipAccount.customer, { msisdn: [msisdn] })
  const { data } = read
  const byField = infoOf(groupVipAccount.customer.output.shape.by)!
  return (
    <RecordSection title="Nhóm và phí">
      {data ? (
        <Stack gap={1}>
          {data.group_vip_id === null ? (
            <Text>Không có nhóm nào: không thu phí</Text>
          ) : (
            <PageLink to={`${customerGroupPage.url}/${data.group_vip_id}/danh-sach-phi`}>
              {`Phí của nhóm ${data.group_name ?? ''}`}
            </PageLink>
          )}
          <Text tone="muted" size="sm">
            {textOf(byField, data.by)}
          </Text>
        </Stack>
      ) : (
        <ReadFallback read={read} lines={2} />
      )}
    </RecordSection>
  )
}

function OwnWallet({ msisdn }: { msisdn: string }) {
  const read = useRead(wallets.list, { keyword: msisdn, page_size: max_rows, part: 'rows' })
  const wallet = read.data?.items.find((candidate) => candidate.msisdn === msisdn)
  return (
    <RecordSection title="Ví">
      {!read.data && <ReadFallback read={read} lines={2} />}
      {read.data && !wallet && <Text tone="muted">Khách chưa có ví.</Text>}
      {wallet && (
        <Stack gap={2}>
          <DescriptionList
            columns={3}
            items={[
              { label: 'Số dư', value: moneyText(wallet.balance) },
              { label: 'Khả dụng', value: moneyText(wallet.available) },
              { label: 'Trạng thái', value: show(infoOf(Wallet.shape.status), wallet.status) },
            ]}
          />
          <To page={walletPage} search={{ wallet: String(wallet.account_id) }}>
            Mở ví
          </To>
        </Stack>
      )}
    </RecordSection>
  )
}

function Orders({ msisdn }: { msisdn: string }) {
  const read = useRead(transactions.list, { keyword: msisdn, page_size: max_rows })
  const { data } = read
  if (!data)
    return (
      <RecordSection title="Đơn hàng">
        <ReadFallback read={read} lines={4} />
      </RecordSection>
    )
  const { items, total = 0, total_capped, sums } = data
  const reward = sums?.reward ?? 0
  const wonOrders = items.filter((order) => (order.reward ?? 0) > 0)
  const count = `${total_capped ? 'hơn ' : ''}${numberText(total)} đơn`
  return (
    <>
      <RecordSection title="Đơn hàng">
        {items.length === 0 ? (
          <Text tone="muted">Khách chưa có đơn nào.</Text>
        ) : (
          <Stack gap={2}>
            <Text tone="muted" size="sm">
              {[count, sums && `${moneyText(sums.total)}, trong đó phí ${moneyText(sums.fee)}`]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            <RecordList
              items={items.map((order) => ({
                key: String(order.order_id),
                icon: 'ticket' as const,
                title: (
                  <To page={transactionPage} search={{ order: String(order.order_id) }}>
                    {String(order.order_id)}
                  </To>
                ),
                badge: show(infoOf(ListedTransaction.shape.status), order.status),
                lines: [`${momentText(order.ordered_at)} · ${moneyText(order.total)}, phí ${moneyText(order.fee)}`],
              }))}
            />
          </Stack>
        )}
      </RecordSection>
      {items.length > 0 && (
        <RecordSection title="Trúng thưởng">
          <Stack gap={1}>
            <Text strong>{moneyText(reward)}</Text>
            {wonOrders.map((order) => (
              <Text key={order.order_id} tone="muted" size="sm">
                {`Đơn ${order.order_id}: ${moneyText(order.reward ?? 0)}`}
              </Text>
            ))}
          </Stack>
        </RecordSection>
      )}
    </>
  )
}

function Withdrawals({ msisdn, call }: { msisdn: string; call: 'list' | 'listMomo' }) {
  const read = useRead(withdrawals[call], { keyword: msisdn, page_size: max_rows, part: 'rows' })
  const page = call === 'list' ? bankWithdrawalPage : momoWithdrawalPage
  const items = read.data?.items ?? []
  return (
    <RecordSection title={page.title}>
      {!read.data && <ReadFallback read={read} lines={2} />}
      {read.data && items.length === 0 && <Text tone="muted">Chưa có yêu cầu nào.</Text>}
      {items.length > 0 && (
        <RecordList
          items={items.map((item) => ({
            key: String(item.withdrawal_id),
            title: (
              <To page={page} search={{ withdrawal_id: String(item.withdrawal_id) }}>
                {moneyText(item.amount)}
              </To>
            ),
            badge: show(statusOfWithdrawal, item.status),
            lines: [momentText(item.created_at)],
          }))}
        />
      )}
    </RecordSection>
  )
}

const statusOfWithdrawal = infoOf(withdrawals.detail.output.shape.status)
