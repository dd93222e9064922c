/** What staff read from the ticket: its numbers, day and condition. */
import { dayText, momentText, numberText } from '#web/value/format.ts'
import { DateInput } from '#web/ui/date/date-input.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { NumberInput } from '#web/ui/field/number-input.tsx'
import { Switch } from '#web/ui/field/switch.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import type { ClaimPartProps } from './claim-receiver.screen.tsx'
import type { ClaimInput } from './claim.rules.ts'

interface PapersProps extends ClaimPartProps {
  /** The first field takes the focus. */
  isFocused: boolean
}

/** The inputs for what staff read from the ticket, beside the sold lines. */
export function Papers({ prize, draft, change, isFocused }: PapersProps) {
  const { lines, open_date, ordered_at, pos_name } = prize
  const changeAt = (index: number, part: Partial<ClaimInput['papers'][number]>) =>
    change({ papers: draft.papers.map((paper, place) => (place === index ? { ...paper, ...part } : paper)) })
  return (
    <Stack gap={3}>
      {draft.papers.map((paper, index) => (
        <Grid key={index} columns={lines[index]!.series ? 3 : 2}>
          <Field label="Dãy số trên vé" hint={`Đã bán: ${lines[index]!.numbers}`} required>
            <TextInput
              value={paper.numbers}
              onChange={(numbers) => changeAt(index, { numbers })}
              maxLength={100}
              // The button by which it was chosen is gone, and typing goes on here.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus={isFocused && index === 0}
            />
          </Field>
          {lines[index]!.series && (
            <Field label="Sê-ri" hint={`Đã bán: ${lines[index]!.series}`} required>
              <TextInput
                value={paper.series ?? ''}
                onChange={(series) => changeAt(index, { series: series || null })}
                maxLength={20}
              />
            </Field>
          )}
          <Field label="Số tờ" hint={`Đã bán: ${numberText(lines[index]!.quantity)}`} required>
            <NumberInput
              value={paper.quantity}
              min={1}
              onChange={(quantity) => changeAt(index, { quantity: quantity ?? 0 })}
            />
          </Field>
        </Grid>
      ))}
      <Field label="Ngày in trên vé" hint={`Kỳ quay ${dayText(open_date)}`} required>
        <DateInput value={draft.paper_date} onChange={(paper_date) => change({ paper_date })} />
      </Field>
      <Switch
        checked={draft.is_whole}
        onChange={(is_whole) => change({ is_whole })}
        label="Vé nguyên vẹn, không rách, không tẩy xóa"
      />
      <Text tone="muted" size="sm">{`Bán lúc ${momentText(ordered_at)}${pos_name ? ` tại ${pos_name}` : ''}`}</Text>
    </Stack>
  )
}
