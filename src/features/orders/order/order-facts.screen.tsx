/** An order's own facts and its money. */
import { createLink } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { momentText, phoneText, textOf } from '#web/format.ts'
import { useRights } from '#web/rights.ts'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { moneyWords } from '#web/ui/money-words.ts'
import { RecordList } from '#web/ui/record-list.tsx'
import { Mono, Text, TextLink } from '#web/ui/text.tsx'
import { infoOf } from '#contract/schema.ts'
import { moneyText } from '#contract/money-text.ts'
import { posPage } from '#features/partners/pages.contract.ts'
import { periodPage } from '#features/results/pages.contract.ts'
import { walletPage } from '#features/wallets/pages.contract.ts'
import type { OrderDetailRow } from './order-row.screen.tsx'
import { OrderDetail } from './transaction.contract.ts'

const { shape } = OrderDetail

export function OrderFacts({ row }: { row: OrderDetailRow }) {
  const { can } = useRights()
  const values = {
    msisdn: row.msisdn ? <Customer row={row} /> : 'Khách mua tại quầy',
    ordered_at: momentText(row.ordered_at, true),
    category: textOf(infoOf(shape.category), row.category),
    period_code: (
      <Maybe to={can(periodPage.view) && { url: periodPage.url, search: { period: String(row.period_id) } }}>
        {row.period_code}
      </Maybe>
    ),
    stop_at: momentText(row.stop_at),
    print_at: momentText(row.print_at),
    draw_at: momentText(row.draw_at),
    period_cancelled_at: row.period_cancelled_at && momentText(row.period_cancelled_at),
    area_name: row.area_name,
    base_name: row.base_name,
    pos_name: (
      <Maybe to={can(posPage.view) && { url: posPage.url, search: { pos_id: String(row.pos_id) } }}>
        {`${row.pos_name} (${row.pos_code})`}
      </Maybe>
    ),
    partner_name: row.partner_name,
    user_pos_name: row.user_pos_name,
    device_code: [row.device_code, row.device_name].filter(Boolean).join(' · '),
    handling: textOf(infoOf(shape.handling), row.handling),
    taken_by_name: signed(row.taken_by_name, row.taken_at),
    finished_at: row.finished_at && momentText(row.finished_at),
    reward: row.reward > 0 ? moneyText(row.reward) : null,
    updated_by_name: signed(row.updated_by_name, row.updated_at),
    note: row.note,
  }
  return <Facts values={values} />
}

export function OrderMoney({ row }: { row: OrderDetailRow }) {
  const values = {
    amount: moneyText(row.amount),
    fee: moneyText(row.fee),
    total: (
      <>
        <Text strong>{moneyText(row.total)}</Text>
        <Text tone="muted">{moneyWords(row.total)}</Text>
      </>
    ),
    commission: moneyText(row.commission),
    vendor_name: row.vendor_name,
    vendor_ref: row.vendor_ref && <Mono>{row.vendor_ref}</Mono>,
    paid_at: row.paid_at ? momentText(row.paid_at, true) : 'Chưa thanh toán',
    expires_at: row.paid_at || !row.expires_at ? null : momentText(row.expires_at, true),
  }
  return (
    <Stack gap={4}>
      <Facts values={values} />
      {row.transfers.length === 0 ? (
        <EmptyState kind="empty" icon="wallet" title="Chưa có bút toán nào bạn được xem" />
      ) : (
        <RecordList
          items={row.transfers.map(({ ref, reason, amount, from_code, to_code, at }) => ({
            key: ref,
            icon: 'swap',
            title: reason,
            action: <Text strong>{moneyText(amount)}</Text>,
            lines: [<Mono key="way">{`${from_code} → ${to_code}`}</Mono>, `${momentText(at, true)} · ${ref}`],
          }))}
        />
      )}
    </Stack>
  )
}

const wide: ReadonlySet<string> = new Set(['total', 'note', 'pos_name'])

/** What has not happened, or is not of this order, is not missed. */
function Facts({ values }: { values: Record<string, ReactNode> }) {
  return (
    <DescriptionList
      items={Object.entries(values)
        .map(([name, value]) => ({
          label: infoOf(shape[name as keyof typeof shape])!.label,
          value,
          wide: wide.has(name),
        }))
        .filter(({ value }) => value !== null && value !== '')}
    />
  )
}

const signed = (name: string | null, at: string | null) => name && (at === null ? name : `${name}, ${momentText(at)}`)

const Link = createLink(TextLink)

function Maybe({ to, children }: { to: false | { url: string; search: Record<string, string> }; children: ReactNode }) {
  if (!to) return children
  return (
    <Link to={to.url} search={to.search as never}>
      {children}
    </Link>
  )
}

/** With the way to the wallet, for those who may see wallets. */
function Customer({ row: { msisdn, full_name, account_id } }: { row: OrderDetailRow }) {
  const { can } = useRights()
  const name = [phoneText(msisdn!), full_name].filter(Boolean).join(' · ')
  return (
    <Maybe
      to={
        account_id !== null && can(walletPage.view) && { url: walletPage.url, search: { wallet: String(account_id) } }
      }
    >
      {name}
    </Maybe>
  )
}
