import { Text } from '#web/ui/layout/text.tsx'
import { publishedTiers } from '#features/results/result/draw-shape.rules.ts'
import { publishedFindings } from '#features/results/result/published.rules.ts'
import type { SheetDrawRow } from './sheet.contract.ts'
import { drawBefore } from './sheet.rules.ts'

/** Checks the published amounts of a draw by the game's rules. */
export default function Findings({ draw, draws }: { draw: SheetDrawRow; draws: readonly SheetDrawRow[] }) {
  if (publishedTiers(draw.category).length === 0 || !draw.published) return null
  const findings = publishedFindings(draw.category, draw.published, drawBefore(draws, draw)?.published ?? null)
  const doubts = findings.filter(({ level }) => level !== 'fine')
  if (doubts.length === 0)
    return (
      <Text size="sm" tone="green">
        Khớp quy tắc công bố của trò chơi
      </Text>
    )
  return doubts.map(({ message, rule }) => (
    <Text key={message} size="sm" tone="amber">
      {rule ? `${message}: ${rule}` : message}
    </Text>
  ))
}
