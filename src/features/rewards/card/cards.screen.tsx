/** The stock of prepaid cards by face value, and its batches. */
import { useState, type ReactNode } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { Act } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { idIn, useAddressValue, useList } from '#web/list/use-list.ts'
import { Invisible } from '#web/ui/layout/invisible.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { numberText } from '#web/value/format.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { cardPage } from '#features/rewards/pages.contract.ts'
import { cards } from './card.contract.ts'

const BatchCards = lazyPart(() => import('./batch-cards.screen.tsx'))
const CardImport = lazyPart(() => import('./card-import.screen.tsx'))

export default function CardsScreen() {
  const [batch, setBatch] = useAddressValue('batch')
  const [importing, setImporting] = useState(false)
  const importButton = (
    <Act call={cards.import} icon="upload" variant="primary" onClick={() => setImporting(true)}>
      Nhập lô thẻ
    </Act>
  )
  return (
    <ListScreen page={cardPage} subtitle={<Stock />} actions={importButton}>
      {batch === null ? (
        <Batches start={importButton} onOpen={(batch_id) => setBatch(String(batch_id))} />
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

function Batches({ start, onOpen }: { start: ReactNode; onOpen: (batch_id: number) => void }) {
  const list = useList(cards.batches)
  return (
    <DataTable
      list={list}
      noun="lô thẻ"
      columns={[
        { key: 'batch_code', width: 104 },
        { key: 'issuer', width: 124 },
        { key: 'face_value', width: 104 },
        { key: 'card_count', width: 80 },
        { key: 'free_count', width: 76 },
        { key: 'free_value', width: 110 },
        { key: 'given_count', width: 84 },
        { key: 'expired_count', width: 84 },
        { key: 'first_expires_on', width: 138 },
        { key: 'created_by_name', width: 110, hidden: true },
        { key: 'created_at', width: 136 },
      ]}
      start={start}
      onOpen={({ batch_id }) => onOpen(batch_id)}
      search={<SearchBar list={list} keyword="Mã lô, nhà phát hành" filters={['face_value']} />}
    />
  )
}

/** The available cards by face value: '40 thẻ 50.000 đ (12 hết hạn trong 30 ngày tới)'. */
function Stock() {
  const { data } = useRead(cards.stock, {})
  if (!data) return <Invisible>{stockText(usual_stock)}</Invisible>
  return data.items.length === 0 ? 'Chưa có thẻ nào để trao.' : stockText(data.items)
}

type StockOfValue = Pick<AnswerOf<typeof cards.stock>['items'][number], 'face_value' | 'free_count' | 'expiring_count'>

/** As long as most: the room of what is still loading. */
const usual_stock = [20_000, 50_000, 100_000, 200_000].map((face_value): StockOfValue => ({
  face_value,
  free_count: 40,
  expiring_count: 0,
}))

function stockText(stock: readonly StockOfValue[]): string {
  const counts = stock.map(({ face_value, free_count, expiring_count }) => {
    const expiring = expiring_count > 0 ? ` (${numberText(expiring_count)} hết hạn trong 30 ngày tới)` : ''
    return `${numberText(free_count)} thẻ ${moneyText(face_value)}${expiring}`
  })
  return `Trao được: ${counts.join(' · ')}`
}
