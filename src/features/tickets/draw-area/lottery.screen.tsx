/** The tab 'Đài quay': stations and games by region, with the days and times of their draws. */
import { useEffect, useState } from 'react'
import { isHeadOffice } from '#contract/person.ts'
import { useRead } from '#web/call/api.ts'
import { showFailure } from '#web/call/failure-toast.ts'
import { choicesOf } from '#web/choices/choice-source.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { useRights } from '#web/session/rights.ts'
import { momentText } from '#web/value/format.ts'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Status } from '#web/ui/show/status.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { moneyText } from '#contract/text/money-text.ts'
import { infoOf } from '#contract/schema.ts'
import { product } from '#features/results/product/product.contract.ts'
import { baseStore } from '#features/tickets/base-store/base-store.contract.ts'
import { lotteryTab } from '#features/settings/pages.contract.ts'
import { drawArea } from './draw-area.contract.ts'
import { lottery, Lottery, type LotteryRow } from '#features/settings/lottery/lottery.contract.ts'

const DrawAreaEditor = lazyPart(() => import('./draw-area-editor.screen.tsx'))

const stores = choicesOf(
  baseStore.list,
  (row) => ({ value: row.base_id, label: row.base_name, detail: row.base_code }),
  { key: 'base_id' },
)

const groups = {
  south: { label: 'Miền Nam', has: ({ category }: LotteryRow) => category === product.south },
  central: { label: 'Miền Trung', has: ({ category }: LotteryRow) => category === product.central },
  north: { label: 'Miền Bắc', has: ({ category }: LotteryRow) => category === product.north },
  games: { label: 'Điện toán', has: ({ line }: LotteryRow) => line === 'xsdt' },
} as const
type Group = keyof typeof groups

export default function LotteryScreen() {
  const read = useRead(lottery.list, {})
  const [group, setGroup] = useState<Group>('south')
  const [edited, setEdited] = useState<number | null>(null)
  const { can, me } = useRights()
  const mayEdit = can(lotteryTab.update) && isHeadOffice(me)
  if (!read.data) return <ReadFallback read={read} lines={12} />
  return (
    <Panel
      flush
      strip={
        <Segmented<Group>
          aria-label="Miền"
          value={group}
          onChange={setGroup}
          options={Object.entries(groups).map(([value, { label }]) => ({ value: value as Group, label }))}
        />
      }
    >
      <Table<LotteryRow>
        label={`Đài quay ${groups[group].label}`}
        rows={read.data.items.filter(groups[group].has)}
        rowKey={(row) => row.code}
        {...(mayEdit &&
          group !== 'games' && {
            actionsWidth: 56,
            actions: ({ area_id, name }) => (
              <IconButton icon="pencil" label={`Sửa đài ${name}`} onClick={() => setEdited(area_id)} />
            ),
          })}
        columns={[
          { key: 'name', head: 'Đài/Sản phẩm', width: 180, cell: (row) => row.name },
          { key: 'code', head: 'Mã', width: 100, cell: (row) => row.code },
          { key: 'weekdays', head: 'Ngày quay', width: 180, grow: true, cell: daysText },
          { key: 'hours', head: 'Giờ quay', width: 230, cell: hoursText },
          { key: 'price', head: 'Giá vé', width: 110, align: 'right', cell: (row) => moneyText(row.price) },
          {
            key: 'next_draw_at',
            head: 'Kỳ tới',
            width: 160,
            cell: (row) => (row.next_draw_at === null ? '–' : momentText(row.next_draw_at)),
          },
          {
            key: 'status',
            head: 'Trạng thái',
            width: 120,
            cell: statusText,
          },
        ]}
      />
      {edited !== null && <StationEditor area_id={edited} onClose={() => setEdited(null)} />}
    </Panel>
  )
}

/** The editor of the stations' own page, with the station as it is now. */
function StationEditor({ area_id, onClose }: { area_id: number; onClose: () => void }) {
  const [opened_at] = useState(Date.now)
  const { data, dataUpdatedAt, error } = useRead(drawArea.configInfo, { area_id }, { fresh_ms: 0 })
  useEffect(() => {
    if (!error) return
    showFailure(error)
    onClose()
  }, [error, onClose])
  // What was read before may be from before the last change.
  return data && dataUpdatedAt >= opened_at && <DrawAreaEditor row={data} stores={stores} onClose={onClose} />
}

const statusText = ({ status }: LotteryRow) =>
  status === 1 ? <Status tone="green">Kích hoạt</Status> : <Status tone="neutral">Chưa kích hoạt</Status>

const days_of_week = 7
const day_options = infoOf(Lottery.shape.weekdays)!.options!

function daysText({ weekdays }: LotteryRow): string {
  if (weekdays.length === days_of_week) return 'Hằng ngày'
  return weekdays.map((day) => day_options.find(({ value }) => value === day)!.label).join(', ')
}

function hoursText({ first_draw, last_draw, every_minutes }: LotteryRow): string {
  if (every_minutes === null) return first_draw
  return `${first_draw} – ${last_draw}, ${every_minutes % 60 === 0 ? `${every_minutes / 60} giờ` : `${every_minutes} phút`} một kỳ`
}
