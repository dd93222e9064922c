import { Act, runAct, type RowAct } from '#web/action/act.tsx'
import type { Call } from '#contract/call.ts'
import { numberText } from '#web/value/format.ts'
import { useRights } from '#web/session/rights.ts'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import type { IconName } from '#web/ui/icon/icon-names.ts'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { RecordList, type RecordItem } from '#web/ui/show/record-list.tsx'
import { Text } from '#web/ui/layout/text.tsx'

export interface RecordsProps<R> {
  /** What the rows are, as in '3 thiết bị'. */
  noun: string
  icon: IconName
  rows: readonly R[]
  /** How many there are in all, where `rows` has only the first ones. */
  total?: number
  itemOf: (row: R) => Omit<RecordItem, 'icon' | 'action'>
  /** Without it nothing can be added; without `acts` the rows are only read. */
  add?: { call: Call; run: () => void }
  acts?: (row: R) => readonly RowAct[]
}

/**
 * The child records of a record, in its details: a short list with an add button and actions for each; those without
 * the right are left out.
 */
export function Records<R>({ noun, icon, rows, total = rows.length, itemOf, add, acts }: RecordsProps<R>) {
  const { can } = useRights()
  return (
    <Stack>
      <Row justify="between">
        <Text tone="muted">{rows.length === 0 ? `Chưa có ${noun} nào` : `${numberText(total)} ${noun}`}</Text>
        {add && (
          <Act call={add.call} icon="plus" size="sm" onClick={add.run}>
            Thêm {noun}
          </Act>
        )}
      </Row>
      {rows.length > 0 && (
        <RecordList
          items={rows.map((row) => ({
            ...itemOf(row),
            icon,
            action: (
              <Row gap={1} wrap={false}>
                {acts?.(row)
                  .filter((act) => can(act.call))
                  .map((act) => (
                    <IconButton
                      key={act.label}
                      icon={act.icon ?? 'arrow-right'}
                      label={act.label}
                      tone={act.danger ? 'danger' : 'neutral'}
                      whyNot={act.whyNot}
                      onClick={() => void runAct(act)}
                    />
                  ))}
              </Row>
            ),
          }))}
        />
      )}
    </Stack>
  )
}
