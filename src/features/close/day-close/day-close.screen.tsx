/** Closing business days: tabs for one day with proofs and signatures, for all days, and for the settings of the books. */
import { useAddressValue } from '#web/list/use-list.ts'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { PageProvider } from '#web/route/page-context.ts'
import { dayClosePage } from '#features/close/pages.contract.ts'
import { ClosingDay } from './closing.screen.tsx'

const meanwhile = <Skeleton lines={10} />
const Days = lazyPart(() => import('./days.screen.tsx'), { meanwhile })
const Settings = lazyPart(() => import('#features/close/books/books.screen.tsx'), { meanwhile })

type Tab = 'day' | 'days' | 'books'

export default function DayCloseScreen() {
  const [tab, setTab] = useAddressValue('tab')
  const tabs = (
    <Segmented<Tab>
      aria-label="Phần"
      value={tab === 'days' || tab === 'books' ? tab : 'day'}
      onChange={(value) => setTab(value === 'day' ? null : value)}
      options={[
        { value: 'day', label: 'Một ngày' },
        { value: 'days', label: 'Các ngày' },
        { value: 'books', label: 'Thiết lập' },
      ]}
    />
  )
  return (
    <PageProvider value={dayClosePage}>
      <Screen fill={tab === 'days'}>
        {tab === 'days' ? (
          <Days tabs={tabs} />
        ) : tab === 'books' ? (
          <Settings tabs={tabs} />
        ) : (
          <ClosingDay tabs={tabs} />
        )}
      </Screen>
    </PageProvider>
  )
}
