/** The tab 'Nguồn TT': the order of the payment sources, and which of them are open. */
import { moneyText } from '#contract/text/money-text.ts'
import { useKeptState } from '#web/form/kept-values.ts'
import { restored_text } from '#web/form/restored-text.ts'
import { ariaKeys, keys } from '#web/palette/keys.ts'
import { Act } from '#web/action/act.tsx'
import { useRead, useWrite } from '#web/call/api.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { useRights } from '#web/session/rights.ts'
import { numberText } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import { SortableList } from '#web/ui/choice/sortable-list.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Switch } from '#web/ui/field/switch.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { Row, Spacer, Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { SettingHistory } from '#features/settings/setting-change/setting-history.screen.tsx'
import type { SettingChangeRow } from '#features/settings/setting-change/setting-change.contract.ts'
import { paymentSource, type PaymentSourceRow } from './payment-source.contract.ts'

type Source = Pick<PaymentSourceRow, 'payment_vendor_id' | 'vendor_name' | 'status'>

interface EditedSources {
  sources: Source[]
  version: number
}

const sourcesIn = (value: SettingChangeRow['before']) => (value?.vendors ?? []) as Source[]

export default function PaymentSourceScreen() {
  const read = useRead(paymentSource.list, {})
  const { can } = useRights()
  const mayChange = can(paymentSource.update)
  /** What is edited, and the version from which it began, so that what another person saved meanwhile is not overwritten. */
  const { typed: draft, setTyped: setDraft, isRestored } = useKeptState<EditedSources>(paymentSource.update, 'all')
  if (!read.data) return <ReadFallback read={read} lines={10} />
  const { items, history, version } = read.data
  const sources = draft?.sources ?? items
  const edit = (edited: Source[]) => setDraft({ sources: edited, version: draft?.version ?? version })
  return (
    <Split
      side="right"
      aside={
        <SettingHistory
          changes={history}
          linesOf={linesOf}
          fills
          onRevert={mayChange ? ({ before }) => edit(sourcesIn(before)) : undefined}
        />
      }
    >
      <Panel
        title="Nguồn thanh toán"
        footer={
          mayChange && (
            <SaveBar
              sources={sources}
              isChanged={draft !== null}
              version={draft?.version ?? version}
              onDone={() => setDraft(null)}
            />
          )
        }
      >
        <Stack gap={3}>
          {isRestored && <Banner kind="info">{restored_text}</Banner>}
          <ClosingWarning items={items} sources={sources} />
          <SourceList items={items} sources={sources} mayChange={mayChange} onChange={edit} />
        </Stack>
      </Panel>
    </Split>
  )
}

interface SaveBarProps {
  sources: readonly Source[]
  isChanged: boolean
  version: number
  /** Called when the changes are saved or discarded. */
  onDone: () => void
}

function SaveBar({ sources, isChanged, version, onDone }: SaveBarProps) {
  const { typed, setTyped } = useKeptState<{ reason: string }>(paymentSource.update, 'reason')
  const reason = typed?.reason ?? ''
  const setReason = (text: string) => setTyped(text === '' ? null : { reason: text })
  const end = () => {
    onDone()
    setReason('')
  }
  const save = useWrite(paymentSource.update, {
    invalidates: ['cms/utility'],
    onSuccess: () => {
      end()
      toast.success('Đã lưu nguồn thanh toán. Kênh bán áp dụng từ đơn tiếp theo.')
    },
  })
  const vendors = sources.map(({ payment_vendor_id, vendor_name, status }) => ({
    payment_vendor_id,
    vendor_name,
    status,
  }))
  const hasEmptyName = vendors.some(({ vendor_name }) => vendor_name.trim() === '')
  return (
    <Row>
      <Field label="Lý do" labelHidden width="xl">
        <TextInput value={reason} onChange={setReason} maxLength={200} placeholder="Lý do" />
      </Field>
      <Spacer />
      {isChanged && <Button onClick={end}>Bỏ thay đổi</Button>}
      <Act
        call={paymentSource.update}
        variant="primary"
        aria-keyshortcuts={ariaKeys(keys.save)}
        busy={save.pending}
        whyNot={(!isChanged && 'Chưa có thay đổi nào.') || (hasEmptyName && 'Mỗi nguồn cần một tên.')}
        onClick={() => save.mutate({ vendors, reason: reason.trim() === '' ? null : reason, version })}
      >
        Lưu
      </Act>
    </Row>
  )
}

interface SourcesProps {
  /** The stored sources, with their sales of the last 7 days. */
  items: readonly PaymentSourceRow[]
  /** The sources as they will be saved. */
  sources: readonly Source[]
}

/** The sales of the last days through the sources that saving will close. */
function ClosingWarning({ items, sources }: SourcesProps) {
  const closedSources = items.filter(
    (item) => item.status === 1 && sources.some((source) => isOf(source, item) && source.status === 0),
  )
  if (closedSources.length === 0) return null
  const orders = sum(closedSources, (source) => source.orders)
  const amount = sum(closedSources, (source) => source.total)
  return (
    <Banner kind="warning" title={`Sẽ đóng: ${closedSources.map(({ vendor_name }) => vendor_name).join(', ')}`}>
      {`7 ngày qua có ${numberText(orders)} đơn · ${moneyText(amount)} qua nguồn này. Kênh bán từ chối (mã 149) ngay khi lưu.`}
    </Banner>
  )
}

interface SourceListProps extends SourcesProps {
  mayChange: boolean
  onChange: (sources: Source[]) => void
}

function SourceList({ items, sources, mayChange, onChange }: SourceListProps) {
  const change = (payment_vendor_id: number, changes: Partial<Source>) =>
    onChange(
      sources.map((source) => (source.payment_vendor_id === payment_vendor_id ? { ...source, ...changes } : source)),
    )
  return (
    <SortableList
      label="Thứ tự nguồn thanh toán"
      readOnly={!mayChange}
      onChange={(ids: number[]) =>
        onChange(ids.map((id) => sources.find(({ payment_vendor_id }) => payment_vendor_id === id)!))
      }
      items={sources.map((source) => {
        const { payment_vendor_id, vendor_name, status } = source
        const { vendor_code, orders, total } = items.find((item) => isOf(item, source))!
        return {
          key: payment_vendor_id,
          name: vendor_name,
          lines: [`${vendor_code} · 7 ngày: ${numberText(orders)} đơn, ${moneyText(total)}`],
          controls: (
            <Row>
              <Field label={`Tên của ${vendor_code}`} labelHidden width="md">
                <TextInput
                  value={vendor_name}
                  maxLength={50}
                  readOnly={!mayChange}
                  onChange={(changed_name) => change(payment_vendor_id, { vendor_name: changed_name })}
                />
              </Field>
              <Switch
                checked={status === 1}
                label={status === 1 ? 'Đang mở' : 'Đã đóng'}
                whyNot={!mayChange && 'Bạn không có quyền sửa.'}
                onChange={(is_open) => change(payment_vendor_id, { status: is_open ? 1 : 0 })}
              />
            </Row>
          ),
        }
      })}
    />
  )
}

const isOf = (a: Pick<Source, 'payment_vendor_id'>, b: Pick<Source, 'payment_vendor_id'>) =>
  a.payment_vendor_id === b.payment_vendor_id
const sum = <T,>(rows: readonly T[], valueOf: (row: T) => number) =>
  rows.reduce((total, row) => total + valueOf(row), 0)

/** The changes of each source's state, and of the order and names of all. */
function linesOf({ before, after }: SettingChangeRow) {
  const [sourcesBefore, sourcesAfter] = [sourcesIn(before), sourcesIn(after)]
  const namesOf = (rows: Source[]) => rows.map(({ vendor_name }) => vendor_name).join(', ')
  const stateOf = ({ status }: Source) => (status === 1 ? 'Đang mở' : 'Đã đóng')
  const states = sourcesAfter.flatMap((source) => {
    const previousSource = sourcesBefore.find((row) => isOf(row, source))
    if (!previousSource || previousSource.status === source.status) return []
    return [
      {
        key: `s${source.payment_vendor_id}`,
        label: source.vendor_name,
        before: stateOf(previousSource),
        after: stateOf(source),
      },
    ]
  })
  const is_same_order = sourcesBefore.every((row, index) => {
    const sourceAfter = sourcesAfter[index]
    return isOf(row, sourceAfter ?? row) && row.vendor_name === sourceAfter?.vendor_name
  })
  if (is_same_order) return states
  return [...states, { key: 'order', label: 'Thứ tự', before: namesOf(sourcesBefore), after: namesOf(sourcesAfter) }]
}
