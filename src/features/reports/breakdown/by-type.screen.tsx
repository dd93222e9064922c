import { infoOf } from '#contract/schema.ts'
import { textOf } from '#web/value/format.ts'
import type { RowOf } from '#web/list/use-list.ts'
import { useNarrow } from '#web/list/use-narrow.ts'
import { byTypePage } from '#features/reports/pages.contract.ts'
import { breakdown, PlayRow } from './breakdown.contract.ts'
import { Breakdown, shareColumn } from './breakdown.screen.tsx'

type Row = RowOf<typeof breakdown.byType>

/** With the game's name, because play types of different games may have the same name. */
const nameOf = ({ category, play_name }: Row) => `${textOf(infoOf(PlayRow.shape.category), category)} · ${play_name}`

export default function ByTypeScreen() {
  const isNarrow = useNarrow()
  return (
    <Breakdown<Row>
      page={byTypePage}
      call={breakdown.byType}
      head="Loại hình chơi"
      noun="loại hình"
      name={nameOf}
      columns={[
        { key: 'category', width: 160 },
        { key: 'play_name', narrow: 1, excel: ['play_name'], cell: isNarrow ? nameOf : (row) => row.play_name },
        { key: 'lines', width: 108 },
        { key: 'quantity', width: 120 },
        { key: 'amount', width: 160, narrow: 2 },
        shareColumn,
      ]}
    />
  )
}
