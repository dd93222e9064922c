import { moneyText } from '#contract/text/money-text.ts'
import { numberText } from '#web/value/format.ts'
import { Balls } from '#web/ui/show/balls.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Pictures } from '#web/ui/picture/pictures.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { Mono, Text } from '#web/ui/layout/text.tsx'
import { playTypeLabel } from '#features/results/product/game.rules.ts'
import { winText } from '#features/results/prize/tiers.rules.ts'
import { isTraditional, type Product } from '#features/results/product/product.contract.ts'
import type { OrderDetailRow } from './order-row.screen.tsx'

/** What was bought: for a game its boards with balls, for traditional tickets their numbers as printed. */
export function OrderLines({ row: { lines, category, images } }: { row: OrderDetailRow }) {
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
              ...(line.prizes ? [prizeText(category, line)] : []),
            ].join(' · '),
          ],
        }))}
      />
    </Stack>
  )
}

/** 'Trúng Giải sáu + Giải tám: 500.000 đ', with the tax where one is due. */
function prizeText(category: Product, { prizes, reward, tax }: OrderDetailRow['lines'][number]): string {
  const tax_text = tax > 0 ? `, thuế ${moneyText(tax)}` : ''
  return `Trúng ${winText(category, prizes!)}: ${moneyText(reward)}${tax_text}`
}

/** For some play types the choice is a word: 'Lớn', 'Chẵn'. */
const isBalls = (numbers: string) => /^[\d |]+$/.test(numbers)
