import { moneyText } from '#contract/text/money-text.ts'
import { PageLink } from '#web/route/link.tsx'
import { useRights } from '#web/session/rights.ts'
import { Text } from '#web/ui/layout/text.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { MarkedDigits } from '#web/ui/show/marked-digits.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { transactionPage } from '#features/orders/pages.contract.ts'
import type { CheckAnswerRow, CheckedEntryRow } from './check.contract.ts'

export function CheckTable({ answer, busy }: { answer: CheckAnswerRow; busy: boolean }) {
  const money =
    (amountOf: (row: CheckedEntryRow) => number, strong = false) =>
    (row: CheckedEntryRow) =>
      amountOf(row) === 0 ? (
        ''
      ) : (
        <Text as="span" strong={strong}>
          {moneyText(amountOf(row))}
        </Text>
      )
  return (
    <Panel flush fill>
      <Table<CheckedEntryRow>
        label="Kết quả dò vé"
        fill
        busy={busy}
        rows={answer.entries}
        columns={[
          { key: 'place', head: '#', width: 36, cell: (_, index) => index + 1 },
          { key: 'numbers', head: 'Số vé', width: 104, cell: (row) => <Numbers row={row} /> },
          { key: 'text', head: 'Giải', width: 150, grow: true, cell: (row) => <Prizes row={row} /> },
          { key: 'gross', head: 'Tiền thưởng', width: 120, align: 'right', cell: money(({ gross }) => gross) },
          {
            key: 'tax',
            head: 'Thuế',
            width: 124,
            align: 'right',
            cell: ({ tax }) => (tax === 0 ? '' : `−${moneyText(tax)}`),
          },
          { key: 'net', head: 'Thực nhận', width: 120, align: 'right', cell: money(({ net }) => net, true) },
          { key: 'own', head: 'Ta đã bán', width: 84, align: 'right', cell: (row) => <OwnTicket row={row} /> },
        ]}
      />
    </Panel>
  )
}

function Numbers({ row: { numbers, series, marks, error } }: { row: CheckedEntryRow }) {
  if (error !== null && marks === '') return numbers
  return (
    <>
      <MarkedDigits text={numbers} marks={marks} />
      {series !== null && ` ${series}`}
    </>
  )
}

function Prizes({ row: { text, error, play_label } }: { row: CheckedEntryRow }) {
  if (error !== null) return <Badge tone="red">{error}</Badge>
  const play = play_label === null ? '' : `${play_label}: `
  if (text === '')
    return (
      <Text as="span" tone="muted">
        {`${play}Không trúng`}
      </Text>
    )
  return play + text
}

/** A link to the order with the ticket, or a note that the ticket was unsold. */
function OwnTicket({ row: { order_id, is_unsold } }: { row: CheckedEntryRow }) {
  const { can } = useRights()
  if (order_id === null) return is_unsold ? 'Vé tồn' : ''
  const shortNumber = `…${String(order_id).slice(-4)}`
  if (!can(transactionPage.view)) return shortNumber
  return (
    <PageLink to={transactionPage.url} search={{ order: String(order_id) }}>
      {shortNumber}
    </PageLink>
  )
}
