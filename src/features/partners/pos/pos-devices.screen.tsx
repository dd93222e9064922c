/** The devices that a point of sale sells with. */
import { useAct } from '#web/act.tsx'
import { Editor } from '#web/editor.tsx'
import { textOf } from '#web/format.ts'
import { show } from '#web/kinds.tsx'
import { Records } from '#web/records.tsx'
import { useEditor } from '#web/use-editor.ts'
import type { AnswerOf } from '#contract/call.ts'
import { infoOf } from '#contract/fields.ts'
import { posDevice } from './pos-device.contract.ts'
import { pos } from './pos.contract.ts'

type Device = AnswerOf<typeof pos.addDevice>

export function PosDevices({ pos_id, rows }: { pos_id: number; rows: readonly Device[] }) {
  const editor = useEditor({ add: pos.addDevice, update: pos.updateDevice, blank: { pos_id, status: 1 } })
  const remove = useAct(pos.deleteDevice, { done: 'Đã xóa thiết bị.' })
  return (
    <>
      <Records
        noun="thiết bị"
        icon="monitor"
        rows={rows}
        itemOf={(row) => ({
          key: row.device_id,
          title: row.device_name,
          badge: show(infoOf(posDevice.status), row.status),
          lines: [`${textOf(infoOf(posDevice.device_type), row.device_type)} · ${row.device_code}`, row.note].filter(
            Boolean,
          ),
        })}
        add={{ call: pos.addDevice, run: () => editor.open() }}
        acts={(row) => [
          { call: pos.updateDevice, label: 'Sửa', icon: 'pencil', run: () => editor.open(row) },
          {
            call: pos.deleteDevice,
            label: 'Xóa',
            icon: 'trash',
            danger: true,
            run: () => remove.mutate({ device_id: row.device_id }),
            confirm: `Xóa thiết bị “${row.device_name}” (${row.device_code})?`,
          },
        ]}
      />
      <Editor
        editor={editor}
        noun="thiết bị"
        subject={(row: Device) => row.device_name}
        fields={Object.keys(posDevice)}
        hints={{ device_code: 'Số sê-ri hoặc IMEI ghi trên máy' }}
      />
    </>
  )
}
