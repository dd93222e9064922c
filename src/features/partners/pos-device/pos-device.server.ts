import { sql } from 'kysely'
import { within } from '#server/scope.ts'
import type { Context } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { FailureData } from '#contract/errors.ts'
import { isHeadOffice } from '#contract/person.ts'
import type { pos } from '#features/partners/pos/pos.contract.ts'
import { phone } from './pos-device.contract.ts'
import { lockPos } from '#features/partners/pos/pos.query.server.ts'
import { isUnchanged } from '#server/record/change-columns.ts'

export const deviceHandlers = {
  addDevice: async ({ db, me, input, fail }: Context<typeof pos.addDevice>) => {
    if (!(await lockPos(db, me, input.pos_id))) fail('pos_not_found')
    const { device_id } = await db
      .insertInto('pos_device')
      .values({ ...input, may_charge_wallets: input.may_charge_wallets ?? false })
      .returning('device_id')
      .executeTakeFirstOrThrow()
    const addedDevice = await devices(db, me).where('d.device_id', '=', device_id).executeTakeFirstOrThrow()
    assertMayChargeWallets(me, addedDevice, fail)
    if (addedDevice.may_charge_wallets && !me.is_proved) fail('proof_required')
    return addedDevice
  },

  updateDevice: async ({ db, me, input, fail }: Context<typeof pos.updateDevice>) => {
    const { device_id, version, ...draft } = input
    const previousDevice = await db
      .selectFrom('pos_device')
      .select(['may_charge_wallets', 'public_key', 'status'])
      .where('device_id', '=', device_id)
      .where(within(me, 'pos_device'))
      .forUpdate()
      .executeTakeFirst()
    const updateResult = await db
      .updateTable('pos_device')
      .set({ ...draft, may_charge_wallets: draft.may_charge_wallets ?? undefined, version: sql`version + 1` })
      .where('device_id', '=', device_id)
      .where(isUnchanged(version))
      .where(within(me, 'pos_device'))
      .executeTakeFirst()
    const storedDevice = await devices(db, me).where('d.device_id', '=', device_id).executeTakeFirst()
    if (!storedDevice) return fail('not_found')
    if (updateResult.numUpdatedRows === 0n) fail('changed_by_other', { current: storedDevice })
    assertMayChargeWallets(me, storedDevice, fail)
    if (changesWalletAccess(previousDevice!, storedDevice) && !me.is_proved) fail('proof_required')
    return storedDevice
  },

  deleteDevice: async ({ db, me, input: { device_id }, fail }: Context<typeof pos.deleteDevice>) => {
    const deleteResult = await db
      .deleteFrom('pos_device')
      .where('device_id', '=', device_id)
      .where(within(me, 'pos_device'))
      .executeTakeFirst()
    if (deleteResult.numDeletedRows === 0n) fail('not_found')
    return null
  },
}

/**
 * Refuses charging wallets for a device on which a customer cannot consent. Only the head office may change a device with this right, because a
 * replaced key would give the right to somebody else.
 */
function assertMayChargeWallets(
  me: Me,
  { may_charge_wallets, device_type }: AnswerOf<typeof pos.addDevice>,
  fail: (error: 'no_right' | 'request_invalid', data: FailureData) => never,
): void {
  if (!may_charge_wallets) return
  const refuse = (error: 'no_right' | 'request_invalid', message: string) =>
    fail(error, { fields: { may_charge_wallets: message } })
  if (!isHeadOffice(me)) refuse('no_right', 'Thiết bị được trừ ví khách do trụ sở chính quản lý')
  if (device_type !== phone) refuse('request_invalid', 'Chỉ điện thoại, máy tính bảng mới được trừ ví khách')
}

interface WalletAccess {
  may_charge_wallets: boolean
  public_key?: string | null | undefined
  status: number
}

/** Whether the right to charge wallets is given or removed, or a device that has it gets another key or is unlocked. */
function changesWalletAccess(before: WalletAccess, after: WalletAccess): boolean {
  if (before.may_charge_wallets !== after.may_charge_wallets) return true
  return after.may_charge_wallets && (before.public_key !== after.public_key || before.status < after.status)
}

/** SQL: the first digits of the key's hash, in groups of four. */
const fingerprint = sql<
  string | null
>`rtrim(regexp_replace(left(encode(sha256(decode(d.public_key, 'base64')), 'hex'), 16), '(.{4})', '\\1 ', 'g'))`

/** The devices within the scope of `me`, with the contract's columns. */
export function devices(db: Db, me: Me) {
  return db
    .selectFrom('pos_device as d')
    .leftJoin('webhook as w', 'w.device_id', 'd.device_id')
    .select(['d.device_id', 'd.pos_id', 'd.device_code', 'd.device_name', 'd.device_type', 'd.status', 'd.note'])
    .select(['d.public_key', 'd.may_charge_wallets', 'd.version'])
    .select(['w.url as webhook_url', 'w.failing_since as webhook_failing_since'])
    .select(fingerprint.as('key_fingerprint'))
    .$narrowType<{ device_type: 1 | 2 | 3; status: 0 | 1 }>()
    .where(within(me, 'pos_device', 'd'))
}
