import * as z from 'zod/mini'
import { activation, choice, flag, id, moment, note, optional, text } from '#contract/fields.ts'
import { deviceKey } from './device-key.rules.ts'

/** A device with an app, on which a customer can be asked for consent. */
export const phone = 2
/** A printer, which only prints orders of other devices. */
export const printer = 3

const wrong_key = 'Không phải khóa công khai Ed25519 (32 byte dạng base64, hoặc PEM)'

/** Stored as 32 bytes in base64, however it was pasted. */
const publicKey = () =>
  z.pipe(
    text('Khóa công khai', 200).check(z.refine((typed) => deviceKey(typed) !== null, wrong_key)),
    z.transform((typed) => deviceKey(typed) ?? typed),
  )

const mayCharge = () => flag('Được trừ ví khách')

export const posDevice = {
  /** The serial number or IMEI printed on the device. */
  device_code: text('Mã thiết bị', 50),
  device_name: text('Tên thiết bị', 100),
  device_type: choice('Loại thiết bị', [
    [1, 'Máy bán vé'],
    [phone, 'Điện thoại, máy tính bảng'],
    [printer, 'Máy in'],
  ]),
  status: activation(),
  /** The key by which the device signs its orders; without one it cannot order. */
  public_key: optional(publicKey()),
  /** Whether it may charge customers' wallets; its operator is responsible for the customer's consent. */
  may_charge_wallets: optional(mayCharge()),
  note: optional(note('Ghi chú', 255)),
}

/** A new device, active by default. */
export const newPosDevice = { ...posDevice, status: z.prefault(activation(), 1) }

export const PosDevice = z.object({
  device_id: id('STT'),
  pos_id: id(),
  ...posDevice,
  may_charge_wallets: mayCharge(),
  /** A short form of the key, for comparison by people. */
  key_fingerprint: z.nullable(text('Dấu vân tay khóa', 40)),
  /** The webhook address for events of its orders, and since when it fails. */
  webhook_url: z.nullable(text('Địa chỉ nhận tin', 300)),
  webhook_failing_since: z.nullable(moment('Không nhận được từ')),
  version: id('Phiên bản'),
})
