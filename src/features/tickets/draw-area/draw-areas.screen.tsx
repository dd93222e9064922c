/** The stations with their weekdays, hours and stores. */
import { isHeadOffice } from '#contract/person.ts'
import { useState, type ReactNode } from 'react'
import { DataTable } from '#web/list/data-table.tsx'
import { dayText } from '#web/value/format.ts'
import { HistoryDrawer } from '#web/record/history.tsx'
import { useRights } from '#web/session/rights.ts'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { choicesOf } from '#web/choices/choice-source.ts'
import { useList, type RowOf } from '#web/list/use-list.ts'
import { baseStore } from '#features/tickets/base-store/base-store.contract.ts'
import { lotteryTab } from '#features/settings/pages.contract.ts'
import { drawArea } from './draw-area.contract.ts'

const DrawAreaEditor = lazyPart(() => import('./draw-area-editor.screen.tsx'))

type Area = RowOf<typeof drawArea.list>

const stores = choicesOf(
  baseStore.list,
  (row) => ({ value: row.base_id, label: row.base_name, detail: row.base_code }),
  { key: 'base_id' },
)

export default function DrawAreas({ tabs }: { tabs: ReactNode }) {
  const { me, can } = useRights()
  const areas = useList(drawArea.list)
  const [edited, setEdited] = useState<Area | null>(null)
  const [historyRow, setHistoryRow] = useState<Area | null>(null)
  return (
    <>
      <DataTable
        list={areas}
        noun="đài"
        queues={tabs}
        columns={[
          { key: 'area_name', width: 134 },
          { key: 'category', width: 96 },
          { key: 'weekdays', head: 'Ngày quay', width: 120 },
          { key: 'return_time', width: 104 },
          { key: 'stop_time', width: 112 },
          { key: 'draw_time', width: 96 },
          { key: 'number_length', width: 88 },
          { key: 'base_name', width: 122 },
          { key: 'status', width: 108 },
          { key: 'area_code', width: 84, hidden: true },
          {
            key: 'closed_days',
            head: 'Ngày nghỉ sắp tới',
            hidden: true,
            excel: [],
            cell: (row) => row.closed_days.map(({ day }) => dayText(day)).join(', '),
          },
          { key: 'import_time', width: 150, hidden: true },
          { key: 'series_count', hidden: true },
          { key: 'face_value', hidden: true },
          { key: 'updated_by_name', width: 130, hidden: true },
          { key: 'updated_at', hidden: true },
        ]}
        acts={(row) => [
          ...(isHeadOffice(me) && can(lotteryTab.update)
            ? [{ call: drawArea.update, label: 'Sửa', icon: 'pencil' as const, run: () => setEdited(row) }]
            : []),
          { call: drawArea.configInfo, label: 'Lịch sử', icon: 'history', run: () => setHistoryRow(row) },
        ]}
        search={
          <SearchBar
            list={areas}
            keyword="Mã, tên đài"
            filters={['category', 'weekday', { name: 'base_id', choices: stores }, 'status']}
          />
        }
      />
      {edited && <DrawAreaEditor row={edited} stores={stores} onClose={() => setEdited(null)} />}
      {historyRow && (
        <HistoryDrawer
          table="draw_area"
          id={historyRow.area_id}
          title={historyRow.area_name}
          onClose={() => setHistoryRow(null)}
        />
      )}
    </>
  )
}
