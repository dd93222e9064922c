/** The last results: the stations of a region side by side, or the last draw of every game. */
import { PageButton } from '#web/route/link.tsx'
import { useAddressValue } from '#web/list/use-list.ts'
import { LiveBadge } from '#web/live/live-badge.tsx'
import { useLive } from '#web/live/reads.ts'
import { useRights } from '#web/session/rights.ts'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { checkPage, sheetPage } from '#features/results/pages.contract.ts'
import { product } from '#features/results/product/product.contract.ts'
import { GameResults } from './game-results.screen.tsx'
import { RegionSheet } from './region-sheet.screen.tsx'

const regions = {
  south: { label: 'Miền Nam', category: product.south },
  central: { label: 'Miền Trung', category: product.central },
  north: { label: 'Miền Bắc', category: product.north },
} as const
type View = keyof typeof regions | 'games'

export default function SheetScreen() {
  const live = useLive(['results'])
  const { can } = useRights()
  const [regionParam, setRegion] = useAddressValue('region')
  const view: View =
    regionParam === 'games' || (regionParam !== null && regionParam in regions) ? (regionParam as View) : 'south'
  const choice = (
    <Segmented<View>
      aria-label="Miền"
      value={view}
      onChange={(value) => setRegion(value === 'south' ? null : value)}
      options={[
        ...Object.entries(regions).map(([value, { label }]) => ({ value: value as View, label })),
        { value: 'games', label: 'Điện toán' },
      ]}
    />
  )
  return (
    <Screen fill={view !== 'games' && 'min'}>
      <PageHeader
        title={sheetPage.title}
        aside={<LiveBadge state={live} />}
        actions={
          can(checkPage.view) && (
            <PageButton to={checkPage.url} icon="search">
              Dò vé
            </PageButton>
          )
        }
      />
      {view === 'games' ? (
        <GameResults choice={choice} />
      ) : (
        <RegionSheet key={view} category={regions[view].category} title={regions[view].label} choice={choice} />
      )}
    </Screen>
  )
}
