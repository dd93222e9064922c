import * as z from 'zod/mini'
import { activation, choice, id, note, optional, text } from '#contract/fields.ts'

export const posDevice = {
  /** The serial number or IMEI that stands on it. */
  device_code: text('Mã thiết bị', 50),
  device_name: text('Tên thiết bị', 100),
  device_type: choice('Loại thiết bị', [
    [1, 'Máy bán vé'],
    [2, 'Điện thoại, máy tính bảng'],
    [3, 'Máy in'],
  ]),
  status: activation(),
  note: optional(note('Ghi chú', 255)),
}

export const PosDevice = z.object({ device_id: id('STT'), pos_id: id(), ...posDevice, version: id('Phiên bản') })
