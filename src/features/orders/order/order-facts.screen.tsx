/** An order's own facts and its money. */
import type { ReactNode } from 'react'
import { PageLink } from '#web/route/link.tsx'
import { momentText, phoneText, textOf } from '#web/value/format.ts'
import { useRights } from '#web/session/rights.ts'
import { itemsOf, signedText } from '#web/record/facts.ts'
import { CustomerPhone } from '#web/record/customer-phone.tsx'
import { RecordSection } from '#web/record/record-view.tsx'
import { DescriptionList, type DescriptionItem } from '#web/ui/show/description-list.tsx'
import { SumLines } from '#web/ui/show/sum-lines.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { Mono, Text } from '#web/ui/layout/text.tsx'
import { infoOf } from '#contract/schema.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { posPage } from '#features/partners/pages.contract.ts'
import { periodPage } from '#features/results/pages.contract.ts'
import { walletPage } from '#features/wallets/pages.contract.ts'
import type { OrderDetailRow } from './order-row.screen.tsx'
import { OrderDetail } from './transaction.contract.ts'

const { shape } = OrderDetail

/** The main facts: who bought what, where, and when it is drawn. */
export const head_facts = ['msisdn', 'period_code', 'pos_name', 'draw_at'] as const

/** The other facts of an order beside its tickets and its money, labelled as in its contract. */
export function useOrderFacts(row: OrderDetailRow) {
  const { can } = useRights()
  const category = textOf(infoOf(shape.category), row.category)
  const values = {
    msisdn: row.msisdn ? <Customer row={row} /> : 'Khách mua tại quầy',
    period_code: (
      <>
        {`${category} · `}
        <Maybe to={can(periodPage.view) && { url: periodPage.url, search: { period: String(row.period_id) } }}>
          {row.period_code}
        </Maybe>
      </>
    ),
    pos_name: (
      <Maybe to={can(posPage.view) && { url: posPage.url, search: { pos_id: String(row.pos_id) } }}>
        {`${row.pos_name} (${row.pos_code})`}
      </Maybe>
    ),
    draw_at: momentText(row.draw_at),
    ordered_at: momentText(row.ordered_at, true),
    stop_at: momentText(row.stop_at),
    print_at: momentText(row.print_at),
    period_cancelled_at: row.period_cancelled_at && momentText(row.period_cancelled_at),
    area_name: row.area_name,
    base_name: row.base_name,
    partner_name: row.partner_name,
    user_pos_name: row.user_pos_name,
    device_code: [row.device_code, row.device_name].filter(Boolean).join(' · '),
    handling: textOf(infoOf(shape.handling), row.handling),
    taken_by_name: signedText(row.taken_by_name, row.taken_at),
    finished_at: row.finished_at && momentText(row.finished_at),
    reward: row.reward > 0 ? moneyText(row.reward) : null,
    updated_by_name: signedText(row.updated_by_name, row.updated_at),
    note: row.note,
  }
  return mapped(values)
}

/** Each value under the label of its field. */
function mapped<N extends string>(values: Record<N, ReactNode>): Record<N, DescriptionItem> {
  const items = itemsOf(OrderDetail, values, { wide: wide_fields })
  return Object.fromEntries(Object.keys(values).map((name, index) => [name, items[index]!])) as Record<
    N,
    DescriptionItem
  >
}

const sums = ['amount', 'fee'] as const

export function OrderMoney({ row }: { row: OrderDetailRow }) {
  const label = (name: keyof typeof shape) => infoOf(shape[name])!.label
  const paidText = row.paid_at ? `${row.vendor_name ?? ''} · ${momentText(row.paid_at, true)}` : 'Chưa thanh toán'
  return (
    <RecordSection title="Thanh toán" note={paidText}>
      <SumLines
        lines={sums.map((name) => ({ label: label(name), value: moneyText(row[name]) }))}
        sum={{ label: label('total'), value: moneyText(row.total) }}
      />
      <DescriptionList
        items={itemsOf(OrderDetail, {
          commission: moneyText(row.commission),
          ...(row.vendor_ref && { vendor_ref: <Mono>{row.vendor_ref}</Mono> }),
          ...(!row.paid_at && row.expires_at && { expires_at: momentText(row.expires_at, true) }),
        })}
      />
      {row.transfers.length > 0 && (
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
    </RecordSection>
  )
}

const wide_fields: ReadonlySet<string> = new Set(['note'])

function Maybe({ to, children }: { to: false | { url: string; search: Record<string, string> }; children: ReactNode }) {
  if (!to) return children
  return (
    <PageLink to={to.url} search={to.search}>
      {children}
    </PageLink>
  )
}

/** Links to the wallet, for people who may see wallets. */
function Customer({ row: { msisdn, full_name, account_id } }: { row: OrderDetailRow }) {
  const { can } = useRights()
  const name = [phoneText(msisdn!), full_name].filter(Boolean).join(' · ')
  return (
    <CustomerPhone msisdn={msisdn!}>
      <Maybe
        to={
          account_id !== null && can(walletPage.view) && { url: walletPage.url, search: { wallet: String(account_id) } }
        }
      >
        {name}
      </Maybe>
    </CustomerPhone>
  )
}
