/** Mega, Power and other games with jackpots: balls, tiers with winners and amounts, and keys that go to earlier draws. */
import { PageButton } from '#web/route/link.tsx'
import { useAddressValue } from '#web/list/use-list.ts'
import { useNarrow } from '#web/list/use-narrow.ts'
import { useLive } from '#web/live/reads.ts'
import { useRights } from '#web/session/rights.ts'
import { dayOf, shortDayText } from '#web/value/format.ts'
import { weekdayName } from '#web/ui/date/weekday.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { SearchInput } from '#web/ui/field/search-input.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Toolbar } from '#web/ui/layout/layout.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { Invisible } from '#web/ui/layout/invisible.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { loadPatiently } from '#web/ui/base/lazy-part.tsx'
import { checkPage, megaPowerPage } from '#features/results/pages.contract.ts'
import { product } from '#features/results/product/product.contract.ts'
import { GameDraws } from './game-draws.screen.tsx'
import { useGame, type Game } from './use-game.screen.tsx'

const views = {
  both: { label: 'Mega + Power', categories: [product.mega645, product.power655] },
  mega: { label: 'Mega 6/45', categories: [product.mega645] },
  power: { label: 'Power 6/55', categories: [product.power655] },
  lotto: { label: 'Lotto 5/35', categories: [product.lotto535] },
  max3d: { label: 'Max 3D', categories: [product.max3d] },
  max3d_pro: { label: 'Max 3D Pro', categories: [product.max3d_pro] },
} as const
type View = keyof typeof views

export default function MegaPowerScreen() {
  useLive(['results'])
  const { can } = useRights()
  const [gameParam, setGame] = useAddressValue('game')
  const [search, setSearch] = useAddressValue('search')
  const view: View = gameParam !== null && gameParam in views ? (gameParam as View) : 'both'
  const { categories } = views[view]
  const games = [useGame(categories[0], search), useGame(categories[1] ?? null, search)].slice(0, categories.length)
  const draws = games.flatMap(({ draw }) => draw ?? [])
  const narrow = useNarrow()
  const choice = {
    value: view,
    onChange: (value: View) => setGame(value === 'both' ? null : value),
    options: Object.entries(views).map(([value, { label }]) => ({ value: value as View, label })),
  }
  return (
    <Screen fill={false}>
      <PageHeader
        title={megaPowerPage.title}
        actions={
          <>
            {can(checkPage.view) && (
              <PageButton to={checkPage.url} icon="search">
                Dò vé
              </PageButton>
            )}
            <Button
              icon="image"
              whyNot={draws.length === 0 && 'Chưa có kết quả'}
              onClick={() => void savePicture(games)}
            >
              Lưu ảnh
            </Button>
            <Button icon="document" onClick={() => print()}>
              In A4
            </Button>
          </>
        }
      />
      <Panel>
        <Toolbar end={<NextDraws games={games} />}>
          {narrow ? (
            <Field label="Trò chơi" labelHidden>
              <Select {...choice} />
            </Field>
          ) : (
            <Segmented<View> aria-label="Trò chơi" {...choice} />
          )}
          <Field label="Tìm kỳ theo mã, ngày, bộ số" labelHidden width="md">
            <SearchInput
              value={search ?? ''}
              onSearch={(text) => setSearch(text || null)}
              placeholder="Mã kỳ, ngày, bộ số"
              maxLength={100}
            />
          </Field>
        </Toolbar>
      </Panel>
      <Grid columns={categories.length === 2 ? 2 : 1}>
        {categories.map((category, index) => (
          <GameDraws
            key={category}
            category={category}
            game={games[index]!}
            onClear={search === null ? null : () => setSearch(null)}
          />
        ))}
      </Grid>
    </Screen>
  )
}

/** As long as most: the room of what is still loading. */
const usual_next = ['Mega 6/45 T6 27/11', 'Power 6/55 T7 28/11']

/** The next draw of each game. */
function NextDraws({ games }: { games: readonly Game[] }) {
  const estimates = games.flatMap(({ read, draw }) => {
    const draw_at = read.data?.next_draw_at
    if (!draw || !draw_at) return []
    const day = dayOf(draw_at)
    return `${games.length > 1 ? `${draw.name} ` : ''}${weekdayName(day)} ${shortDayText(day)}`
  })
  const isKnown = games.every(({ read }) => !read.isPending)
  if (isKnown && estimates.length === 0) return null
  return (
    <Invisible unless={isKnown}>
      <Text size="sm" tone="muted">
        Kỳ tới: {(isKnown ? estimates : usual_next.slice(0, games.length)).join(' · ')}
      </Text>
    </Invisible>
  )
}

async function savePicture(games: readonly Game[]): Promise<void> {
  const { saveDraws } = await loadPatiently(() => import('./draw-picture.screen.tsx'))
  return saveDraws(games)
}
