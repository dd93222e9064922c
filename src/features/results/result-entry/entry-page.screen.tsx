/** The page for entering a new result, correcting one or confirming one; it replaces the list. */
import { PageProvider } from '#web/route/page-context.ts'
import { idIn } from '#web/list/use-list.ts'
import { resultPage } from '#features/results/pages.contract.ts'
import { ConfirmResult } from './result-confirm.screen.tsx'
import { AddResult, ChangeResult } from './result-entry.screen.tsx'

interface EntryPageProps {
  act: 'enter' | 'change' | 'confirm'
  /** The number of the draw for a new result, otherwise of the result. */
  id: string
  onDone: () => void
}

export default function EntryPage({ act, id, onDone }: EntryPageProps) {
  const number = idIn(id)
  return (
    <PageProvider value={resultPage}>
      {act === 'enter' && <AddResult key={number} period_id={number} onDone={onDone} />}
      {act === 'change' && <ChangeResult key={number} result_id={number} onDone={onDone} />}
      {act === 'confirm' && <ConfirmResult result_id={number} onDone={onDone} />}
    </PageProvider>
  )
}
