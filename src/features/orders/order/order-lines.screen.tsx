import { moneyText } from '#contract/money-text.ts'
import { numberText } from '#web/format.ts'
import { Balls } from '#web/ui/balls.tsx'
import { Row, Spacer, Stack } from '#web/ui/layout.tsx'
import { Pictures } from '#web/ui/pictures.tsx'
import { RecordList } from '#web/ui/record-list.tsx'
import { Mono, Text } from '#web/ui/text.tsx'
import { playTypeLabel } from '#features/results/product/game.rules.ts'
import { isTraditional } from '#features/results/product/product.contract.ts'
import type { OrderDetailRow } from './order-row.screen.tsx'

/** What was bought: of a game its boards with balls, of traditional tickets their numbers as they are printed. */
export function OrderLines({ row: { lines, category, amount, images } }: { row: OrderDetailRow }) {
  const tickets = isTraditional(category)
  return (
    <Stack>
      {images.length > 0 && <Pictures pictures={images} label="Ảnh vé" />}
      <RecordList
        items={lines.map((line) => ({
          key: line.line_no,
          title: tickets ? (
            <Mono>{[line.numbers, line.series].filter(Boolean).join(' ')}</Mono>
          ) : (
            playTypeLabel(line.play_type)
          ),
          action: <Text strong>{moneyText(line.amount)}</Text>,
          lines: [
            ...(tickets ? [] : [isBalls(line.numbers) ? <Balls key="balls" numbers={line.numbers} /> : line.numbers]),
            [
              ...(tickets ? [playTypeLabel(line.play_type)] : []),
              ...(line.quick_pick ? ['Chọn nhanh (TC)'] : []),
              `${numberText(line.quantity)} ${tickets ? 'vé' : 'lượt'}`,
              ...(line.reward > 0 ? [`Trúng ${moneyText(line.reward)}`] : []),
            ].join(' · '),
          ],
        }))}
      />
      <Row>
        <Text tone="muted">{`${numberText(lines.length)} ${tickets ? 'dãy số' : 'bộ số'}`}</Text>
        <Spacer />
        <Text strong>{moneyText(amount)}</Text>
      </Row>
    </Stack>
  )
}

/** Of some plays the choice is a word: 'Lớn', 'Chẵn'. */
const isBalls = (numbers: string) => /^[\d |]+$/.test(numbers)
