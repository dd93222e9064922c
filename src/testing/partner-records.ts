/** The records of the rooms of access, partners and tickets, for tests that try the same on each of them. */
import { account } from '#features/access/account/account.contract.ts'
import { group } from '#features/access/group/group.contract.ts'
import { bankConfig } from '#features/partners/bank-config/bank-config.contract.ts'
import { posGroup } from '#features/partners/data-permission/data-permission.contract.ts'
import { merchantDiscount } from '#features/partners/merchant-discount/merchant-discount.contract.ts'
import { partner } from '#features/partners/partner/partner.contract.ts'
import { partnerParts } from '#features/partners/partner/partner-parts.contract.ts'
import { pos } from '#features/partners/pos/pos.contract.ts'
import { userPos } from '#features/partners/user-pos/user-pos.contract.ts'
import { product } from '#features/results/product/product.contract.ts'
import { baseStoreChange } from '#features/tickets/base-store/base-store-change.contract.ts'
import { baseUser } from '#features/tickets/base-user/base-user.contract.ts'
import type { RoomRecord } from './room-record.ts'

const bank = { bank_id: 1, account_name: 'NGUYEN VAN A', status: 1 }
export const access_records = {
  account: {
    key: 'user_id',
    draft: (n) => ({ user_name: `ban.${n}`, password: 'Đường-hoa-72', full_name: 'Trần Thị Bàn' }),
    add: account.add,
    change: (n) => ({ unit: `Phòng ${n}` }),
    update: account.update,
    remove: account.delete,
    duplicate: 'account_exists',
    missing: 'user_not_found',
  },
  group: {
    key: 'group_id',
    draft: (n) => ({ group_name: `Nhóm ${n}`, description: 'Nhóm thử' }),
    add: group.add,
    change: (n) => ({ description: `Nhóm thử ${n}` }),
    update: group.update,
    remove: group.delete,
    duplicate: 'group_exists',
    missing: 'group_not_found',
  },
} satisfies Record<string, RoomRecord>

export const partner_records = {
  partner: {
    key: 'partner_id',
    draft: (n) => ({ partner_code: `DL${n}`, partner_name: `Đại lý ${n}` }),
    add: partner.add,
    change: (n) => ({ representative: `Người ${n}` }),
    update: partner.update,
    remove: partner.delete,
    duplicate: 'partner_exists',
    missing: 'partner_not_found',
  },
  'bank account of a partner': {
    key: 'partner_bank_id',
    draft: (n, { partner_ids }) => ({
      partner_id: partner_ids[n],
      account_type: 1,
      account_number: '0123456789',
      ...bank,
    }),
    add: partnerParts.addBank,
    change: (n) => ({ account_number: `0123456${100 + n}` }),
    update: partnerParts.updateBank,
    remove: partnerParts.deleteBank,
    duplicate: 'bank_account_type_exists',
    missing: 'not_found',
  },
  'point of sale': {
    key: 'pos_id',
    draft: (n) => ({
      pos_code: `P${n}`,
      pos_name: `Quầy ${n}`,
      address: '12 Lê Lợi',
      province_id: 79,
      district_id: 760,
    }),
    add: pos.add,
    change: (n) => ({ contact_name: `Người ${n}` }),
    update: pos.update,
    remove: pos.delete,
    duplicate: 'pos_code_exists',
    missing: 'pos_not_found',
  },
  'bank account of a point of sale': {
    key: 'pos_bank_id',
    draft: (n, { pos_ids }) => ({ pos_id: pos_ids[n], account_type: 1, account_number: '0123456789', ...bank }),
    add: pos.addBank,
    change: (n) => ({ account_number: `0123456${100 + n}` }),
    update: pos.updateBank,
    remove: pos.deleteBank,
    duplicate: 'bank_account_type_exists',
    missing: 'not_found',
  },
  device: {
    key: 'device_id',
    draft: (n, { pos_ids }) => ({
      pos_id: pos_ids[0],
      device_code: `SN-${n}`,
      device_name: 'Máy bán vé',
      device_type: 1,
      status: 1,
    }),
    add: pos.addDevice,
    change: (n) => ({ device_name: `Máy ${n}` }),
    update: pos.updateDevice,
    remove: pos.deleteDevice,
    duplicate: 'device_exists',
    missing: 'not_found',
  },
  'sale account': {
    key: 'user_pos_id',
    draft: (n, { pos_ids }) => ({
      pos_id: pos_ids[0],
      user_name: `quay.${n}`,
      password: 'Đường-hoa-72',
      full_name: 'Lê Thị Quầy',
      role: 2,
    }),
    add: userPos.add,
    change: (n) => ({ full_name: `Lê Thị Quầy ${n}` }),
    update: userPos.update,
    remove: userPos.delete,
    duplicate: 'pos_user_exists',
    missing: 'user_not_found',
  },
  'group of points of sale': {
    key: 'pos_group_id',
    draft: (n) => ({ pos_group_name: `Nhóm điểm ${n}` }),
    add: posGroup.add,
    change: (n) => ({ pos_group_name: `Nhóm điểm đổi ${n}` }),
    update: posGroup.update,
    remove: posGroup.delete,
    must_have_version: true,
    duplicate: 'pos_group_exists',
    missing: 'not_found',
  },
  'bank account of the business': {
    key: 'bank_config_id',
    draft: (n) => ({ type: 1, ...bank, account_number: `0987${100_000 + n}` }),
    add: bankConfig.add,
    change: (n) => ({ position: n }),
    update: bankConfig.update,
    remove: bankConfig.delete,
    duplicate: 'bank_account_exists',
    missing: 'not_found',
  },
  'discount of a partner': {
    key: 'merchant_discount_id',
    draft: (n, { partner_ids, day }) => ({
      partner_id: partner_ids[0],
      category: product.keno,
      denomination: 10_000,
      rate: 700,
      from_date: dayAfter(day, n),
      to_date: dayAfter(day, n),
    }),
    add: merchantDiscount.add,
    change: (n) => ({ rate: 100 + n }),
    update: merchantDiscount.update,
    remove: merchantDiscount.delete,
    duplicate: 'discount_exists',
    missing: 'not_found',
  },
} satisfies Record<string, RoomRecord>

const dayAfter = (day: string, n: number) => new Date(Date.parse(day) + n * 24 * 3_600_000).toISOString().slice(0, 10)

export const ticket_records = {
  'base store': {
    key: 'base_id',
    draft: (n) => ({ base_code: `K${n}`, base_name: `Kho ${n}` }),
    add: baseStoreChange.add,
    change: (n) => ({ note: `Ghi chú ${n}` }),
    update: baseStoreChange.update,
    duplicate: 'base_store_exists',
    missing: 'not_found',
  },
  'person of a store': {
    key: 'base_user_id',
    draft: (n, { base_id }) => ({
      base_id,
      user_name: `thukho.${n}`,
      password: 'Đường-hoa-72',
      full_name: 'Trần Thị Kho',
    }),
    add: baseUser.add,
    change: (n) => ({ full_name: `Trần Thị Kho ${n}` }),
    update: baseUser.update,
    remove: baseUser.delete,
    duplicate: 'base_user_exists',
    missing: 'user_not_found',
  },
} satisfies Record<string, RoomRecord>
