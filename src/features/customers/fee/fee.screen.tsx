/** The fees of one group: present, future and past; a line for each source, the rules, and 'thử'. */
import { useState, type ReactNode } from 'react'
import { rateText } from '#contract/text/percent-text.ts'
import { infoOf } from '#contract/schema.ts'
import { useWhyNotHeadOffice } from '#web/session/head-office.ts'
import { PageLink } from '#web/route/link.tsx'
import { useParams } from '#web/route/location.ts'
import { Act, useAct, type RowAct } from '#web/action/act.tsx'
import { HeaderActs } from '#web/list/header-acts.tsx'
import { useRead } from '#web/call/api.ts'
import { DataTable } from '#web/list/data-table.tsx'
import { useAddressValue, useLocalList } from '#web/list/use-list.ts'
import { HistoryDrawer } from '#web/record/history.tsx'
import { ReadFallback } from '#web/record/fallback.tsx'
import { PageProvider } from '#web/route/page-context.ts'
import { dayText, numberText } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { Row, Spacer, Stack } from '#web/ui/layout/layout.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { Icon } from '#web/ui/icon/icon.tsx'
import type { AnswerOf } from '#contract/call.ts'
import { category as categoryField, type Product } from '#features/results/product/product.contract.ts'
import { paymentVendor } from '#features/settings/payment-vendor/payment-vendor.contract.ts'
import { Group, groupType, groupVip } from '../group-vip/group-vip.contract.ts'
import { customerGroupPage } from '../pages.contract.ts'
import { feeTime, groupVipFee, type FeeRow } from './fee.contract.ts'
import { Estimate } from './fee-estimate.screen.tsx'
import { daysToCome, Faults, FeeLanes, linesOf, productName, rulesOn, type Vendor } from './fee-lanes.screen.tsx'
import { rangeText } from './fee-text.rules.ts'
import { ruleName, TryPanel } from './fee-try.screen.tsx'

const FeeEditor = lazyPart(() => import('./fee-editor.screen.tsx'))

type GroupRow = AnswerOf<typeof groupVip.detail>

/** The group in the address; without one the default group. */
export default function FeeScreen() {
  const { id } = useParams<{ id?: string }>()
  const id_number = Number(id)
  const hasGroup = Number.isSafeInteger(id_number) && id_number > 0 && id_number < 2 ** 31
  const group = useRead(groupVip.detail, { group_vip_id: hasGroup ? id_number : 1 }, { enabled: hasGroup })
  const defaultGroups = useRead(groupVip.list, { type: groupType.rest, part: 'rows' }, { enabled: !hasGroup })
  const vendors = useRead(paymentVendor.list, {})
  const openGroup = hasGroup ? group.data : defaultGroups.data?.items[0]
  const rules = { group_vip_id: openGroup?.group_vip_id ?? id_number, page_size: max_rules, part: 'rows' as const }
  const enabled = hasGroup || openGroup !== undefined
  const now = useRead(groupVipFee.list, { ...rules, time: feeTime.now }, { enabled })
  const coming = useRead(groupVipFee.list, { ...rules, time: feeTime.coming }, { enabled })
  const reads = [hasGroup ? group : defaultGroups, vendors, now, coming] as const
  return (
    <PageProvider value={customerGroupPage}>
      <Screen fill={false}>
        {openGroup && vendors.data && now.data && coming.data ? (
          <GroupFees
            key={openGroup.group_vip_id}
            group={openGroup}
            vendors={vendors.data.items}
            rows={[...now.data.items, ...coming.data.items]}
          />
        ) : (
          <>
            <PageHeader title="Phí của nhóm khách hàng" back={<Back />} />
            <ReadFallback
              read={reads.find(({ error }) => error !== null) ?? reads.find(({ isPending }) => isPending) ?? reads[0]}
              lines={40}
            />
          </>
        )}
      </Screen>
    </PageProvider>
  )
}

function Back() {
  return <PageLink to={customerGroupPage.url}>{customerGroupPage.title}</PageLink>
}

const max_rules = 300
const past_tab = 'past'

interface GroupFeesProps {
  group: GroupRow
  vendors: readonly Vendor[]
  /** The rules in force and to come. */
  rows: readonly FeeRow[]
}

function GroupFees({ group, vendors, rows }: GroupFeesProps) {
  const { group_vip_id } = group
  const [view, setView] = useAddressValue('time')
  const [product, setProduct] = useState<Product | null>(null)
  const [edited, setEdited] = useState<FeeRow | 'new' | null>(null)
  const [showsHistory, setShowsHistory] = useState(false)
  const days = daysToCome(rows)
  const day = days.some((coming) => coming.day === view) ? view : null
  const isPast = view === past_tab
  const lines = linesOf(rulesOn(rows, day), vendors, product)
  const edit = (fee_id: number) => setEdited(rows.find((row) => row.fee_id === fee_id) ?? null)
  const whyNotChange = useWhyNotHeadOffice()
  const addButton = (
    <Act call={groupVipFee.add} variant="primary" icon="plus" whyNot={whyNotChange} onClick={() => setEdited('new')}>
      Thêm quy tắc
    </Act>
  )
  return (
    <>
      <GroupHeader group={group} onHistory={() => setShowsHistory(true)} addButton={addButton} />
      {group.type === groupType.vip && group.status === 0 && (
        <Banner kind="warning">Nhóm chưa kích hoạt: khách của nhóm đang trả phí theo nhóm mặc định.</Banner>
      )}
      <Split
        side="right"
        aside={
          <Stack gap={3}>
            <TryPanel
              group_vip_id={group_vip_id}
              vendors={vendors}
              nextDay={days[0]?.day ?? null}
              onOpen={(fee) => edit(fee.fee_id)}
            />
            <Comparison group_vip_id={group_vip_id} day={day ?? days[0]?.day ?? null} />
          </Stack>
        }
      >
        <Stack gap={3}>
          <Row>
            <TimeChoice value={isPast ? past_tab : (day ?? '')} days={days} onChange={setView} />
            {!isPast && <ProductChoice value={product} onChange={setProduct} />}
            <Spacer />
            {!isPast && <Faults lines={lines} />}
          </Row>
          {!isPast && (
            <Panel flush>
              <FeeLanes lines={lines} onPick={edit} />
            </Panel>
          )}
          <Rules
            key={view ?? ''}
            group_vip_id={group_vip_id}
            time={isPast ? feeTime.past : day === null ? feeTime.now : feeTime.coming}
            start={isPast ? null : addButton}
            onEdit={setEdited}
          />
        </Stack>
      </Split>
      {edited !== null && (
        <FeeEditor
          group_vip_id={group_vip_id}
          fee={edited === 'new' ? null : edited}
          rows={rows}
          vendors={vendors}
          day={day}
          onClose={() => setEdited(null)}
        />
      )}
      {showsHistory && (
        <HistoryDrawer table="group_vip" id={group_vip_id} title={group.name} onClose={() => setShowsHistory(false)} />
      )}
    </>
  )
}

interface GroupHeaderProps {
  group: GroupRow
  onHistory: () => void
  addButton: ReactNode
}

function GroupHeader({ group, onHistory, addButton }: GroupHeaderProps) {
  return (
    <PageHeader
      title={`Phí của nhóm ${group.name}`}
      back={<Back />}
      subtitle={<GroupFacts group={group} />}
      actions={
        <>
          <HeaderActs acts={[{ call: groupVipFee.list, label: 'Lịch sử', icon: 'history', onSelect: onHistory }]} />
          {addButton}
        </>
      }
    />
  )
}

interface TimeChoiceProps {
  /** A day to come, '' for now, or `past_tab`. */
  value: string
  days: ReturnType<typeof daysToCome>
  onChange: (value: string | null) => void
}

function TimeChoice({ value, days, onChange }: TimeChoiceProps) {
  return (
    <Segmented
      aria-label="Hiệu lực"
      value={value}
      onChange={(chosen) => onChange(chosen || null)}
      options={[
        { value: '', label: 'Đang có hiệu lực' },
        ...days.slice(0, 3).map(({ day, changes }) => ({ value: day, label: `Từ ${dayText(day)}`, count: changes })),
        { value: past_tab, label: 'Đã qua' },
      ]}
    />
  )
}

function GroupFacts({ group: { type, member_count, status } }: { group: GroupRow }) {
  const members = type === groupType.rest ? 'mọi khách ngoài nhóm VIP' : `${numberText(member_count)} khách`
  return (
    <Row gap={2}>
      <Text tone="muted">{`${type === groupType.rest ? 'Mặc định' : 'VIP'} · ${members} ·`}</Text>
      {show(infoOf(Group.shape.status), status)}
    </Row>
  )
}

const products = infoOf(categoryField())!.options!

function ProductChoice({ value, onChange }: { value: Product | null; onChange: (value: Product | null) => void }) {
  return (
    <Field label="Sản phẩm" labelHidden width="md">
      <Select<string>
        value={String(value ?? '')}
        onChange={(option) => onChange(option === '' ? null : (Number(option) as Product))}
        options={[
          { value: '', label: 'Mọi sản phẩm' },
          ...products.map((option) => ({ value: String(option.value), label: option.label })),
        ]}
      />
    </Field>
  )
}

function Comparison({ group_vip_id, day }: { group_vip_id: number; day: string | null }) {
  return (
    <Panel title="Đơn tuần trước nếu đổi">
      <Stack gap={3}>
        {day === null ? (
          <Text tone="muted" size="sm">
            Chưa có thay đổi nào được đặt. Khi thêm hoặc sửa một quy tắc, hộp nhập cho biết đơn tuần trước sẽ trả bao
            nhiêu.
          </Text>
        ) : (
          <Estimate by={`bản từ ${dayText(day)}`} input={{ group_vip_id, on: day }} />
        )}
        <Text tone="muted" size="sm">
          <Icon name="clock" /> Đổi phí có hiệu lực từ đơn kế tiếp, tới từng giây. Đơn đã lập giữ phí cũ.
        </Text>
      </Stack>
    </Panel>
  )
}

interface RulesProps {
  group_vip_id: number
  time: FeeRow['time']
  start: ReactNode
  onEdit: (fee: FeeRow) => void
}

function Rules({ group_vip_id, time, start, onEdit }: RulesProps) {
  const whyNotChange = useWhyNotHeadOffice()
  const list = useLocalList(groupVipFee.list, { group_vip_id, time })
  const remove = useAct(groupVipFee.delete, {
    success: 'Đã bỏ quy tắc phí.',
    invalidates: ['cms/group_vip'],
  })
  const acts = (fee: FeeRow): RowAct[] =>
    fee.time === feeTime.past
      ? []
      : [
          { call: groupVipFee.update, label: 'Sửa', icon: 'pencil', whyNot: whyNotChange, run: () => onEdit(fee) },
          {
            call: groupVipFee.delete,
            label: 'Bỏ',
            icon: 'trash',
            danger: true,
            whyNot: whyNotChange,
            run: () => remove.mutate({ fee_id: fee.fee_id }),
            confirm: `Bỏ quy tắc “${ruleName(fee)}”? ${fee.time === feeTime.now ? 'Từ đơn kế tiếp không còn thu phí này.' : 'Thay đổi này sẽ không xảy ra.'}`,
          },
        ]
  return (
    <DataTable
      list={list}
      noun="quy tắc"
      acts={acts}
      start={start}
      columns={[
        { key: 'vendor_name', width: 140, empty: 'Mọi nguồn' },
        { key: 'category', width: 130, cell: (row) => productName(row.category) },
        {
          key: 'from_value',
          head: 'Từ – đến giá trị',
          width: 190,
          excel: ['from_value', 'to_value'],
          cell: (row) => rangeText(row),
        },
        {
          key: 'fee_rate',
          head: 'Phí %',
          width: 80,
          cell: (row) => (row.fee_rate === 0 ? '–' : rateText(row.fee_rate)),
        },
        { key: 'fee_fixed', width: 100 },
        { key: 'fee_least', width: 100 },
        { key: 'fee_most', width: 110 },
        { key: 'holds_from', width: 150 },
        { key: 'holds_to', width: 150, hidden: time === feeTime.now },
        { key: 'updated_by_name', width: 130, hidden: true },
        { key: 'updated_at', hidden: true },
      ]}
    />
  )
}
