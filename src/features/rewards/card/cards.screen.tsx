/** The stock of prepaid cards: what can be given, by value; the batches it came in, and one of them with its cards. */
import { useState } from 'react'
import { Act } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { idIn, useAddressValue, useList } from '#web/list/use-list.ts'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { StatTile } from '#web/ui/show/stat-tile.tsx'
import { numberText } from '#web/value/format.ts'
import { moneyText } from '#contract/money-text.ts'
import { cardPage } from '#features/rewards/pages.contract.ts'
import { cards } from './card.contract.ts'

const BatchCards = lazyPart(() => import('./batch-cards.screen.tsx'))
const CardImport = lazyPart(() => import('./card-import.screen.tsx'))

export default function CardsScreen() {
  const [batch, setBatch] = useAddressValue('batch')
  const [importing, setImporting] = useState(false)
  return (
    <ListScreen
      page={cardPage}
      actions={
        <Act call={cards.import} icon="upload" variant="primary" onClick={() => setImporting(true)}>
          Nhập lô thẻ
        </Act>
      }
    >
      {batch === null ? (
        <Batches onOpen={(batch_id) => setBatch(String(batch_id))} />
      ) : (
        <BatchCards batch_id={idIn(batch)} onBack={() => setBatch(null)} />
      )}
      {importing && (
        <CardImport
          onAdded={(batch_id) => {
            setImporting(false)
            setBatch(String(batch_id))
          }}
          onClose={() => setImporting(false)}
        />
      )}
    </ListScreen>
  )
}

function Batches({ onOpen }: { onOpen: (batch_id: number) => void }) {
  const list = useList(cards.batches)
  return (
    <Stack gap={3} fill>
      <Stock />
      <DataTable
        list={list}
        noun="lô thẻ"
        columns={[
          { key: 'batch_code', width: 104 },
          { key: 'issuer', width: 180 },
          { key: 'face_value', width: 110 },
          { key: 'card_count', width: 96 },
          { key: 'free_count', width: 96 },
          { key: 'given_count', width: 96 },
          { key: 'expired_count', width: 96 },
          { key: 'first_expires_on', width: 140 },
          { key: 'created_by_name', width: 120 },
          { key: 'created_at', width: 140 },
        ]}
        onOpen={({ batch_id }) => onOpen(batch_id)}
        search={<SearchBar list={list} keyword="Mã lô, nhà phát hành" filters={['face_value']} />}
      />
    </Stack>
  )
}

/** Nothing where there has never been a card. */
function Stock() {
  const { data } = useRead(cards.stock, {})
  if (!data || data.items.length === 0) return null
  return (
    <Grid columns={4} even>
      {data.items.map(({ face_value, free_count, expiring_count }) => (
        <StatTile key={face_value} label={`Thẻ ${moneyText(face_value)}`} value={numberText(free_count)}>
          {expiring_count > 0 ? `${numberText(expiring_count)} thẻ hết hạn trong 30 ngày tới` : 'thẻ trao được'}
        </StatTile>
      ))}
    </Grid>
  )
}
