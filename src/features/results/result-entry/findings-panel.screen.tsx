/** The errors and warnings of an entry, each with its rule and a link to the input box. */
import { Button } from '#web/ui/action/button.tsx'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { placeOf } from '#web/ui/sheet/number-sheet.tsx'
import type { FindingRow } from '#features/results/result/draw-result.contract.ts'
import type { Sheet } from './use-sheet.screen.tsx'

interface FindingsPanelProps {
  sheet: Sheet
  /** The server's findings about the complete entry; undefined until it was checked. */
  findings: readonly FindingRow[] | undefined
  accepted: boolean
  onAccepted: (accepted: boolean) => void
}

export function FindingsPanel({ sheet, findings, accepted, onAccepted }: FindingsPanelProps) {
  const problems = Object.entries(sheet.problems)
  const warnings = findings?.filter(({ level }) => level === 'warning') ?? []
  const missing = sheet.count - sheet.filled
  const items = [
    ...problems.map(([place, message]) => ({
      key: place,
      icon: 'error' as const,
      title: <Text tone="danger">{message}</Text>,
      action: (
        <Button size="sm" variant="quiet" onClick={() => goTo(place)}>
          Tới ô
        </Button>
      ),
    })),
    ...warnings.map(({ message, rule, key, index }) => ({
      key: message,
      icon: 'alert' as const,
      title: <Text tone="amber">{message}</Text>,
      ...(rule !== null && { lines: [`Quy tắc: ${rule}`] }),
      ...(key !== null &&
        index !== null && {
          action: (
            <Button size="sm" variant="quiet" onClick={() => goTo(placeOf(key, index))}>
              Tới ô
            </Button>
          ),
        }),
    })),
    ...(missing > 0 ? [{ key: 'left', icon: 'info' as const, title: `Còn ${missing} số chưa nhập` }] : []),
    ...(findings && problems.length === 0 && warnings.length === 0
      ? [{ key: 'fine', icon: 'check' as const, title: 'Đủ số, đúng quy tắc, không giống kỳ nào trước đây' }]
      : []),
  ]
  return (
    <Panel
      title="Kiểm tra"
      actions={
        problems.length > 0 ? (
          <Badge tone="red">{`${problems.length} phải sửa`}</Badge>
        ) : (
          warnings.length > 0 && <Badge tone="amber">{`${warnings.length} cần xem`}</Badge>
        )
      }
    >
      <Stack gap={3}>
        <RecordList items={items} />
        {warnings.length > 0 && (
          <Checkbox
            checked={accepted}
            onChange={onAccepted}
            label={`Tôi đã xem ${warnings.length} cảnh báo, số vẫn đúng theo tờ gốc`}
          />
        )}
      </Stack>
    </Panel>
  )
}

function goTo(place: string) {
  const box = document.querySelector<HTMLInputElement>(`[data-place="${place}"]`)
  box?.focus()
  box?.select()
}
