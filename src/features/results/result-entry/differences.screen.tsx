import { Panel } from '#web/ui/layout/panel.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { Avatar } from '#web/ui/picture/avatar.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { DigitTiles } from '#web/ui/sheet/digit-tiles.tsx'
import type { EntryDifferenceRow } from '#features/results/result/draw-result.contract.ts'

interface DifferencesProps {
  differences: readonly EntryDifferenceRow[]
  /** The names of the persons who made the first and the second entry. */
  first: string
  second: string
  /** A sentence about what can be done now. */
  advice: string
}

/** The differences between two entries of a result, digit by digit. */
export function Differences({ differences, first, second, advice }: DifferencesProps) {
  return (
    <Panel
      title="Khác từng chữ số"
      actions={<Badge tone="red">{`${differences.length} chỗ khác`}</Badge>}
      footer={<Text tone="muted">{advice}</Text>}
    >
      <Stack gap={4}>
        {differences.map((difference) => (
          <Stack key={`${difference.key} ${difference.index}`} gap={2}>
            <Row justify="between">
              <Heading level={3}>{difference.label}</Heading>
              <Text tone="muted" size="sm">
                {kindOf(difference)}
              </Text>
            </Row>
            <Entry name={first} text={difference.first} other={difference.second} />
            <Entry name={second} text={difference.second} other={difference.first} />
          </Stack>
        ))}
      </Stack>
    </Panel>
  )
}

function Entry({ name, text, other }: { name: string; text: string; other: string }) {
  return (
    <Row justify="between" wrap={false}>
      <Row wrap={false}>
        <Avatar name={name} size="sm" />
        <Text>{name}</Text>
      </Row>
      <DigitTiles text={text} other={other} />
    </Row>
  )
}

/** Names a usual typing error, or counts the differing digits. */
function kindOf({ first, second }: EntryDifferenceRow): string {
  if (first.length !== second.length) return 'Khác số chữ số'
  const places = [...first].flatMap((digit, index) => (digit === second[index] ? [] : [index]))
  const [one = 0, other = 0] = places
  const isSwapped = places.length === 2 && first[one] === second[other] && first[other] === second[one]
  if (isSwapped) return 'Hai chữ số đổi chỗ'
  return `${places.length} chữ số khác`
}
