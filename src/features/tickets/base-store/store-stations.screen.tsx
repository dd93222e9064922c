/** The stations of a store with their weekdays; stations are assigned to it and removed. */
import { useState } from 'react'
import { Act, runAct, useAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { useRights } from '#web/session/rights.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { Combobox } from '#web/ui/choice/combobox.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Icon } from '#web/ui/icon/icon.tsx'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Row, Stack, Toolbar } from '#web/ui/layout/layout.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { useChoices } from '#web/choices/use-choices.ts'
import type { RowOf } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { isHeadOffice } from '#contract/person.ts'
import { DrawArea, drawArea, weekdays } from '#features/tickets/draw-area/draw-area.contract.ts'
import { invalidated_by_store } from './base-store-acts.screen.tsx'

type Area = RowOf<typeof drawArea.list>

export function StoreStations({ base_id }: { base_id: number }) {
  const { me, can } = useRights()
  const isOfHeadOffice = isHeadOffice(me)
  const list = useRead(drawArea.list, { base_id, page_size: 100 })
  const unassign = useAct(drawArea.update, { success: 'Đã gỡ đài khỏi kho.', invalidates: invalidated_by_store })
  const rows = list.data?.items ?? []

  const remove = ({ area_id, area_name, version }: Area) =>
    void runAct({
      call: drawArea.update,
      label: 'Gỡ đài',
      danger: true,
      confirm: `Gỡ đài ${area_name} khỏi kho? Kho không nhập được vé mới của đài này; vé đã nhập vẫn thuộc kho.`,
      run: () => unassign.mutate({ area_id, version, base_id: null }),
    })
  return (
    <Stack>
      {isOfHeadOffice ? (
        <AssignStation base_id={base_id} />
      ) : (
        <Text tone="muted">Việc giao và gỡ đài do trụ sở chính thực hiện.</Text>
      )}
      <ReadFallback read={list} />
      {list.isSuccess && rows.length === 0 && (
        <EmptyState kind="empty" icon="calendar" title="Kho chưa phụ trách đài nào" />
      )}
      {rows.length > 0 && (
        <StationTable rows={rows} onRemove={isOfHeadOffice && can(drawArea.update) ? remove : undefined} />
      )}
    </Stack>
  )
}

interface StationTableProps {
  rows: readonly Area[]
  onRemove: ((area: Area) => void) | undefined
}

/** The stations of a store with the weekdays of their draws. */
function StationTable({ rows, onRemove }: StationTableProps) {
  return (
    <Table<Area>
      label="Lịch quay của các đài"
      density="compact"
      columns={[
        {
          key: 'area_name',
          head: infoOf(DrawArea.shape.area_name)!.label,
          width: 96,
          grow: true,
          cell: (row) => row.area_name,
        },
        ...weekdays.map(([day, name]) => ({
          key: `day${day}`,
          head: day === 7 ? 'CN' : `T${day + 1}`,
          hint: name,
          width: 36,
          fixed: true,
          align: 'center' as const,
          cell: (row: Area) =>
            row.weekdays.includes(day) && (
              <Row justify="center">
                <Icon name="check" label={name} />
              </Row>
            ),
        })),
        {
          key: 'draw_time',
          head: infoOf(DrawArea.shape.draw_time)!.label,
          width: 84,
          cell: (row) => row.draw_time,
        },
      ]}
      rows={rows}
      {...(onRemove && {
        actions: (row: Area) => (
          <IconButton icon="trash" tone="danger" label={`Gỡ đài ${row.area_name}`} onClick={() => onRemove(row)} />
        ),
        actionsWidth: 76,
      })}
    />
  )
}

function AssignStation({ base_id }: { base_id: number }) {
  const { can } = useRights()
  const [picked, setPicked] = useState<number | null>(null)
  const areas = useRead(drawArea.list, { page_size: 300 }, { fresh_ms: 60_000 })
  const choices = useChoices(drawArea.list, (row) => ({
    value: row.area_id,
    label: row.area_name,
    detail: row.base_name ?? 'chưa có kho',
  }))
  const assign = useAct(drawArea.update, {
    success: 'Đã giao đài cho kho.',
    onDone: () => setPicked(null),
    invalidates: invalidated_by_store,
  })
  const area = areas.data?.items.find(({ area_id }) => area_id === picked)
  if (!can(drawArea.update)) return null
  return (
    <Toolbar>
      <Field label="Giao thêm đài" width="lg">
        <Combobox {...choices} value={picked} onChange={setPicked} placeholder="Gõ để tìm" clearable />
      </Field>
      <Act
        call={drawArea.update}
        icon="plus"
        busy={assign.pending}
        whyNot={
          !area
            ? 'Hãy chọn đài ở ô bên cạnh trước.'
            : area.base_name !== null &&
              (area.base_id === base_id
                ? 'Kho đã phụ trách đài này.'
                : `Đài đang thuộc ${area.base_name}. Hãy gỡ khỏi kho đó trước.`)
        }
        onClick={() => area && assign.mutate({ area_id: area.area_id, version: area.version, base_id })}
      >
        Giao
      </Act>
    </Toolbar>
  )
}
