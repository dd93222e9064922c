/** Requests to erase personal data, and the look-up of one person's data. */
import { useState } from 'react'
import type { RowAct } from '#web/action/act.tsx'
import { Act } from '#web/action/act.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { useList, type RowOf } from '#web/list/use-list.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { personalDataPage } from '../pages.contract.ts'
import { erasureStatus, personalData } from './personal-data.contract.ts'

const PersonDialog = lazyPart(() => import('./person-dialog.screen.tsx'))

type Request = RowOf<typeof personalData.list>

export default function PersonalDataScreen() {
  const list = useList(personalData.list)
  /** Null while no dialog is open; an empty number is still to be typed. */
  const [msisdn, setMsisdn] = useState<string | null>(null)
  const actsOf = (row: Request): RowAct[] => [
    {
      call: personalData.find,
      label: 'Xem và quyết định',
      icon: 'eye',
      whyNot: row.status !== erasureStatus.waiting && 'Yêu cầu này đã được quyết định.',
      run: () => setMsisdn(row.msisdn),
    },
  ]
  return (
    <ListScreen
      page={personalDataPage}
      subtitle="Khách yêu cầu xem, nhận hoặc xóa dữ liệu của mình: người này lập, người khác xác nhận; chứng từ kế toán và thuế được giữ."
      actions={
        <Act call={personalData.find} icon="search" variant="primary" onClick={() => setMsisdn('')}>
          Tra cứu một số
        </Act>
      }
    >
      <DataTable
        list={list}
        noun="yêu cầu"
        columns={[
          { key: 'subject', width: 150 },
          { key: 'reason', width: 280 },
          { key: 'status', width: 130 },
          { key: 'created_by_name', width: 120 },
          { key: 'created_at', width: 140 },
          { key: 'decided_by_name', width: 140 },
          { key: 'decided_at', width: 140 },
          { key: 'erased', width: 90 },
          { key: 'kept', width: 90 },
          { key: 'decision_reason', width: 200, hidden: true },
        ]}
        acts={actsOf}
        search={<SearchBar list={list} keyword="Bốn số đầu, ba số cuối, lý do" filters={['status']} />}
      />
      {msisdn !== null && <PersonDialog msisdn={msisdn} onClose={() => setMsisdn(null)} />}
    </ListScreen>
  )
}
