import { useState } from 'react'
import { Button } from '#web/ui/action/button.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import type { Mapping, Match, WantedColumn } from './match-columns.ts'
import { columnName } from '#contract/sheet/sheet-xml.ts'

interface Props {
  wanted: readonly WantedColumn[]
  match: Match
  onChange: (mapping: Mapping) => void
}

/** Which column of the file is which field; out of the way while the heads speak for themselves. */
export function ImportColumns({ wanted, match: { head, mapping }, onChange }: Props) {
  const missing = wanted.some(({ key, required }) => required && mapping[key] === null)
  const [opened, setOpened] = useState(false)
  const shown = opened || missing
  const options = [
    { value: -1, label: 'Không có trong tệp' },
    ...(head?.cells ?? []).map((cell, index) => ({
      value: index,
      label: `${columnName(index)}: ${cell === null || cell === '' ? '(không tên)' : String(cell)}`,
    })),
  ]
  const found = wanted.filter(({ key }) => mapping[key] !== null).length
  return (
    <Stack>
      <Row>
        <Text tone="muted">{`Đã nhận ra ${found} / ${wanted.length} cột.`}</Text>
        {!missing && (
          <Button variant="quiet" size="sm" aria-expanded={shown} onClick={() => setOpened(!opened)}>
            {shown ? 'Ẩn ghép cột' : 'Ghép cột'}
          </Button>
        )}
      </Row>
      {shown && (
        <Grid columns={4}>
          {wanted.map(({ key, label, required }) => (
            <Field
              key={key}
              label={label}
              required={required}
              error={required && mapping[key] === null ? 'Chọn cột trong tệp' : undefined}
            >
              <Select
                value={mapping[key] ?? -1}
                onChange={(place) => onChange({ ...mapping, [key]: place === -1 ? null : place })}
                options={options}
              />
            </Field>
          ))}
        </Grid>
      )}
    </Stack>
  )
}
