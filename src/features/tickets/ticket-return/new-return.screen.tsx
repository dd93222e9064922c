/** A new return slip for one store: numbers typed, scanned or pasted, or everything that is unsold; the totals are shown beside it. */
import { useDeferredValue, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { InputOf } from '#contract/call.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { Act, useAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { restored_text } from '#web/form/restored-text.ts'
import { useNarrow } from '#web/list/use-narrow.ts'
import { useRights } from '#web/session/rights.ts'
import { numberText } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { NavList } from '#web/ui/action/nav-list.tsx'
import { NumberInput } from '#web/ui/field/number-input.tsx'
import { Row, Spacer, Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { LiveText } from '#web/ui/message/live-text.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { invalidated } from '#features/tickets/invalidated.rules.ts'
import { ticketGroup } from '#features/tickets/ticket-group/ticket-group.contract.ts'
import { Entry } from './return-entry.screen.tsx'
import { useSlip } from './slip-draft.screen.tsx'
import { SlipPanel, type Preview } from './slip-panel.screen.tsx'
import { addReturns, lineKey, type TypedReturn } from './return-text.rules.ts'
import { ticketReturn, type DeskRow } from './ticket-return.contract.ts'

type Line = Preview['lines'][number]

/** A preview, and its lines by what they were asked for: items may have been added and removed since. */
interface Answer {
  preview: Preview
  lines: ReadonlyMap<string, Line>
}

const linesByKey = (items: readonly TypedReturn[], { lines }: Preview) =>
  new Map(lines.flatMap((line, index) => (items[index] ? [[lineKey(items[index]), line]] : [])))

interface NewReturnProps {
  row: DeskRow
  /** All stores with tickets of the station. */
  rows: DeskRow[]
  onStore: (base_id: number) => void
}

export function NewReturn({ row, rows, onStore }: NewReturnProps) {
  const { me } = useRights()
  const { items, isAll, isRestored, change, clear, clearSent } = useSlip(row)
  const setItems = (next: readonly TypedReturn[]) => change({ items: next })
  const entry = useRef<HTMLInputElement>(null)
  // Counts the slips that were discarded: the next one begins with an empty entry.
  const [round, setRound] = useState(0)
  const data = useDeferredValue(items)
  const { area_id, open_date, base_id } = row
  const slipInput = { area_id, open_date, base_id, ...(isAll ? { all: 1 as const } : { data: data.map(inputOf) }) }
  const enabled = isAll || items.length > 0
  const read = useRead(ticketReturn.preview, slipInput, { keepPrevious: true, enabled })
  const preview = enabled ? read.data : undefined
  const isStale = enabled && read.isPlaceholderData
  const [answer, setAnswer] = useState<Answer>()
  if (read.data && !read.isPlaceholderData && read.data !== answer?.preview)
    setAnswer({ preview: read.data, lines: linesByKey(isAll ? [] : data, read.data) })
  const begin = () => {
    clear()
    setRound(round + 1)
  }
  const clearAfterSending = (slip: InputOf<typeof ticketReturn.returnBatch>) => {
    let rest: readonly TypedReturn[] = []
    flushSync(() => {
      rest = clearSent(slip)
    })
    // While lines are left, the focus stays where somebody works on them.
    if (rest.length === 0) entry.current?.focus()
  }
  const main = (
    <Split
      fill
      side="right"
      aside={
        <SlipPanel
          row={row}
          preview={preview}
          isStale={isStale}
          failure={read.error?.message}
          input={slipInput}
          onSent={clearAfterSending}
        />
      }
    >
      <Panel
        flush
        fill
        bar={
          <Stack gap={2}>
            {isRestored && (
              <Banner kind="info" action={<Button onClick={begin}>Làm phiếu mới</Button>}>
                {restored_text}
              </Banner>
            )}
            <Entry
              key={round}
              input={entry}
              isFocused={round > 0}
              row={row}
              onAdd={(entries) => setItems(addReturns(items, entries))}
              isAll={isAll}
              onAll={(next) => change({ isAll: next })}
            />
          </Stack>
        }
        footer={<Sums preview={preview} />}
      >
        {isAll ? (
          <EmptyState
            kind="empty"
            icon="undo"
            title={`Tất cả ${numberText(row.in_stock)} vé còn lại của ${row.base_name}`}
          />
        ) : (
          <Lines
            items={items}
            onItems={setItems}
            onRemove={(index) => {
              setItems(items.filter((_, position) => position !== index))
              // The button of the removed line had the focus.
              entry.current?.focus()
            }}
            lines={preview && answer?.lines}
          />
        )}
      </Panel>
    </Split>
  )
  if (me.base_id !== null || rows.length === 1) return main
  return (
    <Split fill aside={<UnsoldByStore rows={rows} base_id={base_id} onStore={onStore} />}>
      {main}
    </Split>
  )
}

interface UnsoldByStoreProps extends Pick<NewReturnProps, 'rows' | 'onStore'> {
  base_id: number
}

function UnsoldByStore({ rows, base_id, onStore }: UnsoldByStoreProps) {
  return (
    <Panel fill scroll title="Chưa bán theo kho">
      <NavList
        label="Kho"
        current={base_id}
        onChoose={(key) => onStore(Number(key))}
        items={rows.map((store) => ({
          key: store.base_id,
          title: store.base_name,
          detail: `Nếu giữ lại: ${moneyText(store.unsold_amount)}`,
          aside: <Text as="span" strong>{`${numberText(store.in_stock)} vé`}</Text>,
        }))}
      />
    </Panel>
  )
}

interface LineOfSlip {
  item: TypedReturn
  line: Line | undefined
}

interface LinesProps {
  items: readonly TypedReturn[]
  onItems: (items: readonly TypedReturn[]) => void
  onRemove: (index: number) => void
  lines: Answer['lines'] | undefined
}

function Lines({ items, onItems, onRemove, lines }: LinesProps) {
  const isNarrow = useNarrow()
  const rows: LineOfSlip[] = items.map((item) => ({ item, line: lines?.get(lineKey(item)) }))
  const change = (index: number, quantity: number | null) =>
    onItems(items.map((item, position) => (position === index ? { ...item, quantity } : item)))
  return (
    <Table
      label="Vé hoàn"
      fill
      rows={rows}
      rowKey={({ item }) => lineKey(item)}
      empty={
        <EmptyState
          kind="empty"
          icon="undo"
          title="Chưa có vé nào trên phiếu"
          message="Gõ dãy số rồi Enter, dán một bảng, hoặc lấy tất cả vé còn của kho."
        />
      }
      columns={[
        {
          key: 'number',
          head: 'Dãy số',
          width: 110,
          grow: true,
          cell: ({ item, line }, index) => (
            <NumberCell
              item={item}
              line={line}
              onWhole={(ticket_group_id) => onItems(withSet(items, index, ticket_group_id))}
            />
          ),
        },
        {
          key: 'in_stock',
          head: 'Tồn',
          width: 64,
          align: 'right',
          cell: ({ line }) => numberText(line?.in_stock ?? 0),
        },
        {
          key: 'quantity',
          head: 'Hoàn',
          width: 96,
          align: 'right',
          cell: ({ item, line }, index) => (
            <NumberInput
              aria-label={`Số vé hoàn của ${item.number}`}
              value={item.quantity ?? line?.quantity ?? null}
              disabled={item.ticket_group_id !== undefined}
              min={1}
              align="right"
              onChange={(quantity) => change(index, quantity)}
            />
          ),
        },
        // On a phone the numbers and their reasons have the room; the sum stands below.
        ...(isNarrow ? [] : [amountColumn]),
      ]}
      actionsWidth={52}
      actions={({ item }, index) => (
        <IconButton icon="close" label={`Bỏ ${item.number}`} onClick={() => onRemove(index)} />
      )}
    />
  )
}

const amountColumn: Column<LineOfSlip> = {
  key: 'amount',
  head: 'Thành tiền',
  width: 130,
  align: 'right',
  cell: ({ line }) => (line && !line.error ? moneyText(line.amount) : ''),
}

interface NumberCellProps {
  item: TypedReturn
  line: Line | undefined
  onWhole: (ticket_group_id: number) => void
}

/** The number, and what is wrong with it. */
function NumberCell({ item, line, onWhole }: NumberCellProps) {
  return (
    <Row gap={2}>
      <Text as="span" strong>{`${item.number}${item.series ? ` ${item.series}` : ''}`}</Text>
      {item.ticket_group_id !== undefined && <Badge tone="blue">Cặp nguyên</Badge>}
      {line?.error && <Badge tone="red">{line.error}</Badge>}
      {line?.error && line.ticket_group_id !== null && item.ticket_group_id === undefined && (
        <SetActs ticket_group_id={line.ticket_group_id} onWhole={onWhole} />
      )}
    </Row>
  )
}

/** A number of a ticket group is returned with the whole group, or after the group is split. */
function SetActs({
  ticket_group_id,
  onWhole,
}: {
  ticket_group_id: number
  onWhole: (ticket_group_id: number) => void
}) {
  const split = useAct(ticketGroup.split, { success: 'Đã tách cặp thành vé lẻ.', invalidates: invalidated })
  return (
    <>
      <Button size="sm" onClick={() => onWhole(ticket_group_id)}>
        Hoàn cả cặp
      </Button>
      <Act call={ticketGroup.split} size="sm" busy={split.pending} onClick={() => split.mutate({ ticket_group_id })}>
        Tách cặp
      </Act>
    </>
  )
}

function withSet(items: readonly TypedReturn[], index: number, ticket_group_id: number): TypedReturn[] {
  const groupLine = { ...items[index]!, ticket_group_id, quantity: null }
  // Another number of the same group may already be on the slip.
  const other_items = items.filter((item, position) => position !== index && item.ticket_group_id !== ticket_group_id)
  return [...other_items.slice(0, index), groupLine, ...other_items.slice(index)]
}

function inputOf({ ticket_group_id, number, series, quantity }: TypedReturn) {
  return ticket_group_id === undefined ? { number, series, quantity } : { ticket_group_id }
}

function Sums({ preview }: { preview: Preview | undefined }) {
  const faultCount = preview?.lines.filter(({ error }) => error !== null).length ?? 0
  return (
    <Row>
      <LiveText>
        <Row>
          <Text as="span" strong>
            {`${numberText(preview?.line_count ?? 0)} dòng · ${numberText(preview?.quantity ?? 0)} vé`}
          </Text>
          {faultCount > 0 && <Text as="span" tone="danger">{`${numberText(faultCount)} dòng không hoàn được`}</Text>}
        </Row>
      </LiveText>
      <Spacer />
      <Text as="span" strong>
        {moneyText(preview?.amount ?? 0)}
      </Text>
    </Row>
  )
}
