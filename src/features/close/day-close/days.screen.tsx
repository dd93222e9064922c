/** All prepared days with their states. */
import type { ReactNode } from 'react'
import { navigate } from '#web/route/location.ts'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { useList } from '#web/list/use-list.ts'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { dayClosePage } from '#features/close/pages.contract.ts'
import { dayClose } from './day-close.contract.ts'

export default function Days({ tabs }: { tabs: ReactNode }) {
  const list = useList(dayClose.list)
  return (
    <>
      <PageHeader title={dayClosePage.title} actions={tabs} />
      <DataTable
        list={list}
        noun="ngày"
        onOpen={({ day }) => navigate({ search: { day } })}
        columns={[
          'day',
          { key: 'status', width: 160 },
          { key: 'sales', width: 140 },
          { key: 'open_count', width: 130 },
          { key: 'first_by_name', width: 150 },
          { key: 'first_at', width: 150 },
          { key: 'second_by_name', width: 150 },
          { key: 'second_at', width: 150 },
          { key: 'prepared_at', width: 150 },
          { key: 'reopened_at', width: 150, hidden: true },
          { key: 'digest', width: 200, hidden: true },
        ]}
        search={
          <SearchBar
            list={list}
            keyword="Dấu của bản chốt"
            filters={['status', 'waits_for_me', rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày' })]}
          />
        }
      />
    </>
  )
}
