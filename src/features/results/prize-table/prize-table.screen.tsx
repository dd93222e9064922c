/** The tab 'Bảng giải': the prize tables of a product, and the one that waits for a second person. */
import { useState } from 'react'
import { moneyText } from '#contract/text/money-text.ts'
import { infoOf } from '#contract/schema.ts'
import { Act, useAct } from '#web/action/act.tsx'
import { RejectDialog } from '#web/action/reject-dialog.tsx'
import { rejectVerb } from '#web/action/reject-verb.ts'
import { useRead } from '#web/call/api.ts'
import { keepValues } from '#web/form/kept-values.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { useRights } from '#web/session/rights.ts'
import { dayText, momentText, numberText } from '#web/value/format.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { whyNot } from '#contract/lifecycle.ts'
import { category as categoryField, product, type Product } from '#features/results/product/product.contract.ts'
import { prizeTableLife, prizeTables, type PrizeTableRow } from './prize-table.contract.ts'
import { tiersToFill } from './prize-table.rules.ts'
import { lastTable, typedTable } from './typed-table.screen.tsx'

const PrizeTableEditor = lazyPart(() => import('./prize-table-editor.screen.tsx'))

const products = infoOf(categoryField())!.options!.filter(({ value }) => tiersToFill(value as Product).length > 0)

export default function PrizeTableScreen() {
  /** The table in the editor; null while it is closed. */
  const [edited, setEdited] = useState(lastTable)
  const [category, setCategory] = useState<Product>(edited?.category ?? product.south)
  const read = useRead(prizeTables.list, { category })
  const { can } = useRights()
  if (!read.data) return <ReadFallback read={read} lines={12} />
  const { items, taxes } = read.data
  const waiting = items.find(({ status }) => status === prizeTableLife.status.waiting)
  const confirmed = items.filter(({ status }) => status === prizeTableLife.status.confirmed)
  const newest = confirmed[0]
  const begin = (before: PrizeTableRow | null) => setEdited({ category, before })
  const beginFrom = can(prizeTables.propose) && !waiting ? begin : undefined
  return (
    <Split side="right" aside={<TablesAndTaxes tables={items} taxes={taxes} newest={newest} onRevert={beginFrom} />}>
      <Stack>
        {!newest && (
          <Banner kind="warning" title="Sản phẩm chưa được bán">
            Chưa có bảng giải nào được hai người xác nhận.
          </Banner>
        )}
        {waiting && <WaitingTable table={waiting} before={newest} />}
        <Panel
          flush
          strip={
            <Row justify="between" wrap={false}>
              <Select
                aria-label="Sản phẩm"
                value={category}
                onChange={(value) => setCategory(value)}
                options={products.map(({ value, label }) => ({ value: value as Product, label }))}
              />
              {can(prizeTables.propose) && (
                <Button
                  icon="plus"
                  whyNot={waiting && 'Đã có một bảng giải chờ duyệt'}
                  onClick={() => begin(newest ?? null)}
                >
                  Lập bảng mới
                </Button>
              )}
            </Row>
          }
        >
          {newest ? (
            <PrizeAmounts table={newest} />
          ) : (
            <EmptyState kind="empty" title="Chưa có bảng giải" message="Lập bảng rồi để người thứ hai xác nhận." />
          )}
        </Panel>
        {edited && (
          <PrizeTableEditor
            {...edited}
            onClose={() => {
              keepValues(typedTable(edited), null)
              setEdited(null)
            }}
          />
        )}
      </Stack>
    </Split>
  )
}

function WaitingTable({ table, before }: { table: PrizeTableRow; before: PrizeTableRow | undefined }) {
  const { me, can } = useRights()
  const [isRejecting, setIsRejecting] = useState(false)
  const confirm = useAct(prizeTables.confirm, { success: 'Đã duyệt bảng giải.' })
  const { prize_table_id, version } = table
  return (
    <Panel
      title={`Chờ duyệt: áp dụng từ ${dayText(table.effective_from)}`}
      actions={
        <Row>
          {(table.created_by === me.user_id || can(prizeTables.confirm)) && (
            <Act call={prizeTables.reject} onClick={() => setIsRejecting(true)}>
              {rejectVerb(table, me)}
            </Act>
          )}
          <Act
            call={prizeTables.confirm}
            variant="primary"
            busy={confirm.pending}
            whyNot={whyNot(prizeTableLife.moves.confirm, table, me)?.message}
            onClick={() => confirm.mutate({ prize_table_id, version })}
          >
            Duyệt bảng giải
          </Act>
        </Row>
      }
    >
      <Stack gap={2}>
        <Text tone="muted">{`${table.created_by_name ?? ''} lập lúc ${momentText(table.created_at)}. ${table.note ?? ''}`}</Text>
        <PrizeAmounts table={table} before={before} />
      </Stack>
      {isRejecting && (
        <RejectDialog
          call={prizeTables.reject}
          input={{ prize_table_id, version }}
          created_by={table.created_by}
          request_name="bảng giải"
          description={`Áp dụng từ ${dayText(table.effective_from)}`}
          onClose={() => setIsRejecting(false)}
        >
          <Text>Bảng giải đang dùng giữ nguyên.</Text>
        </RejectDialog>
      )}
    </Panel>
  )
}

/** A line per tier, with the amount before the change. */
function PrizeAmounts({ table, before }: { table: PrizeTableRow; before?: PrizeTableRow | undefined }) {
  const rows = tiersToFill(table.category)
  return (
    <Table<{ tier: string; label: string }>
      label="Giá trị giải"
      rows={rows}
      rowKey={({ tier }) => tier}
      columns={[
        { key: 'label', head: 'Giải', width: 170, grow: true, cell: ({ label }) => label },
        {
          key: 'amount',
          head: `Mỗi vé ${moneyText(table.face_value)}`,
          width: 170,
          align: 'right',
          cell: ({ tier }) => amountText(table.amounts[tier]),
        },
        ...(before
          ? [
              {
                key: 'before',
                head: `Từ ${dayText(before.effective_from)}`,
                width: 180,
                align: 'right' as const,
                cell: ({ tier }: { tier: string }) =>
                  before.amounts[tier] === table.amounts[tier] ? (
                    ''
                  ) : (
                    <Badge tone="amber">{amountText(before.amounts[tier])}</Badge>
                  ),
              },
            ]
          : []),
      ]}
    />
  )
}

const amountText = (amount: number | undefined) => (amount === undefined ? '–' : moneyText(amount))

interface AsideProps {
  tables: PrizeTableRow[]
  taxes: { effective_from: string; threshold: number; rate: number; law: string }[]
  newest: PrizeTableRow | undefined
  /** Undefined for people who may not propose a table, and while another one waits. */
  onRevert: ((table: PrizeTableRow) => void) | undefined
}

function TablesAndTaxes({ tables, taxes, newest, onRevert }: AsideProps) {
  return (
    <Stack>
      <Panel title="Các bảng">
        <RecordList
          items={tables.map((table) => ({
            key: String(table.prize_table_id),
            title: `Từ ${dayText(table.effective_from)}`,
            badge: <Badge tone={table.status === 1 ? 'amber' : 'neutral'}>{labelOf(table)}</Badge>,
            lines: [
              `Lĩnh thưởng trong ${numberText(table.claim_days)} ngày`,
              table.decided_by_name === null
                ? (table.note ?? '')
                : `${table.created_by_name ?? ''} lập, ${table.decided_by_name} quyết định`,
              ...(table.decision_reason === null ? [] : [`Lý do: ${table.decision_reason}`]),
            ],
            action: onRevert && table !== newest && table.status === prizeTableLife.status.confirmed && (
              <Button size="sm" variant="quiet" icon="undo" onClick={() => onRevert(table)}>
                Quay lại bảng này
              </Button>
            ),
          }))}
        />
      </Panel>
      <Panel title="Thuế thu nhập cá nhân">
        <RecordList
          items={taxes.map(({ effective_from, threshold, rate, law }) => ({
            key: effective_from,
            title: `Từ ${dayText(effective_from)}`,
            lines: [
              `${numberText(rate / 100)}% phần trên ${moneyText(threshold)} của mỗi vé, bỏ phần lẻ dưới 1 đ`,
              law,
            ],
          }))}
        />
      </Panel>
    </Stack>
  )
}

const labelOf = ({ status }: PrizeTableRow) =>
  infoOf(prizeTableLife.field())!.options!.find(({ value }) => value === status)?.label ?? ''
