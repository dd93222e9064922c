import { useAct } from '#web/action/act.tsx'
import { Editor } from '#web/form/editor.tsx'
import { momentText, textOf } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { Records } from '#web/record/records.tsx'
import { useRights } from '#web/session/rights.ts'
import { useEditor } from '#web/form/use-editor.ts'
import type { AnswerOf } from '#contract/call.ts'
import { infoOf } from '#contract/schema.ts'
import { posDevice, printer } from './pos-device.contract.ts'
import { pos } from '#features/partners/pos/pos.contract.ts'

type Device = AnswerOf<typeof pos.addDevice>

/** The device's key fingerprint, or a text that it cannot order; null for a printer, which never orders. */
function keyOf({ key_fingerprint, device_type }: Device): string | null {
  if (key_fingerprint) return `Khóa ${key_fingerprint}`
  return device_type === printer ? null : 'Chưa có khóa, chưa đặt vé được'
}

/** The devices that a point of sale sells with; only the head office sees the field that lets one charge wallets. */
export function PosDevices({ pos_id, rows }: { pos_id: number; rows: readonly Device[] }) {
  const { me } = useRights()
  const hidesWalletRight = me.partner_id !== null || me.base_id !== null
  const editor = useEditor({ add: pos.addDevice, update: pos.updateDevice, blank: { pos_id, status: 1 } })
  const remove = useAct(pos.deleteDevice, { success: 'Đã xóa thiết bị.' })
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
          lines: [
            `${textOf(infoOf(posDevice.device_type), row.device_type)} · ${row.device_code}`,
            keyOf(row),
            row.may_charge_wallets && 'Được trừ ví khách, và mở ví, nạp, rút thay khách',
            row.webhook_url && `Báo kết quả đơn tới ${row.webhook_url}`,
            row.webhook_failing_since && `Địa chỉ không nhận được tin từ ${momentText(row.webhook_failing_since)}`,
            row.note,
          ].filter(Boolean),
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
        fields={Object.keys(posDevice).filter((name) => !(hidesWalletRight && name === 'may_charge_wallets'))}
        hints={{
          device_code: 'Số sê-ri hoặc IMEI ghi trên máy',
          public_key: 'Dán khóa công khai Ed25519 mà thiết bị hiển thị; để trống nếu máy không đặt vé',
          may_charge_wallets: 'Chỉ cho ứng dụng đã hỏi khách hàng đồng ý trước khi trừ ví',
        }}
      />
    </>
  )
}
