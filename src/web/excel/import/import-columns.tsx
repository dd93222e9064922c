import { useState } from 'react'
import { Button } from '#web/ui/action/button.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import type { Mapping, Match, ImportField } from './match-columns.ts'
import { columnName } from '#contract/sheet/sheet-xml.ts'

/** The option of a field that the file does not have. */
const no_column = -1

interface Props {
  fields: readonly ImportField[]
  match: Match
  onChange: (mapping: Mapping) => void
}

/** The mapping of file columns to fields; folded at first when all required columns were recognised. */
export function ImportColumns({ fields, match: { head, mapping }, onChange }: Props) {
  const isIncomplete = fields.some(({ key, required }) => required && mapping[key] === null)
  const [isUnfolded, setUnfolded] = useState(isIncomplete)
  const isOpen = isUnfolded || isIncomplete
  const options = [
    { value: no_column, label: 'Không có trong tệp' },
    ...(head?.cells ?? []).map((cell, index) => ({
      value: index,
      label: `${columnName(index)}: ${cell === null || cell === '' ? '(không tên)' : String(cell)}`,
    })),
  ]
  const matched_count = fields.filter(({ key }) => mapping[key] !== null).length
  return (
    <Stack>
      <Row>
        <Text tone="muted">{`Đã nhận ra ${matched_count} / ${fields.length} cột.`}</Text>
        {!isIncomplete && (
          <Button variant="quiet" size="sm" aria-expanded={isOpen} onClick={() => setUnfolded(!isUnfolded)}>
            {isOpen ? 'Ẩn ghép cột' : 'Ghép cột'}
          </Button>
        )}
      </Row>
      {isOpen && (
        <Grid columns={4}>
          {fields.map(({ key, label, required }) => (
            <Field
              key={key}
              label={label}
              required={required}
              error={required && mapping[key] === null ? 'Chọn cột trong tệp' : undefined}
            >
              <Select
                value={mapping[key] ?? no_column}
                onChange={(index) => onChange({ ...mapping, [key]: index === no_column ? null : index })}
                options={options}
              />
            </Field>
          ))}
        </Grid>
      )}
    </Stack>
  )
}
