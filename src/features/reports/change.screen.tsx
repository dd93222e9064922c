import { Text } from '#web/ui/text.tsx'
import { changeSaid } from './change.rules.ts'

export function Change({ permille }: { permille: number | null }) {
  const { text, tone } = changeSaid(permille)
  return (
    <Text as="span" tone={tone} strong>
      {text}
    </Text>
  )
}
