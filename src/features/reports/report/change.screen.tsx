import { Text } from '#web/ui/layout/text.tsx'
import { changeText } from './change.rules.ts'

/** A change in thousandths as coloured text; null when there is nothing to compare with. */
export function Change({ permille }: { permille: number | null }) {
  const { text, tone } = changeText(permille)
  return (
    <Text as="span" tone={tone} strong>
      {text}
    </Text>
  )
}
