import { Banner } from '#web/ui/message/banner.tsx'
import { conflictsIn } from './duties.rules.ts'

/** Warns of rights that one person should not hold together; it does not prevent giving them. */
export function Conflicts({ right_keys }: { right_keys: ReadonlySet<string> }) {
  const conflicts = conflictsIn(right_keys)
  if (conflicts.length === 0) return null
  return (
    <Banner kind="warning" title="Nhóm này gộp những việc không nên chung một người">
      {conflicts.map(({ title, why }) => `${title}: ${why}`).join(' ')}
    </Banner>
  )
}
