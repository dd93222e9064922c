/** The names of the area's tables in the audit log. */
import type { AuditedArea } from '#contract/audited.ts'
import { BankConfig, MbAccount } from './bank-config/bank-config.contract.ts'
import { DataPermission, PosGroup } from './data-permission/data-permission.contract.ts'
import { dataPermissionPage, depositBankPage, partnerPage, posPage, rewardBankPage } from './pages.contract.ts'
import { Discount } from './merchant-discount/merchant-discount.contract.ts'
import { Partner, PartnerBank, partner } from './partner/partner.contract.ts'
import { PosDevice } from './pos-device/pos-device.contract.ts'
import { Pos, PosBank } from './pos/pos.contract.ts'
import { UserPos } from './user-pos/user-pos.contract.ts'

export const partnerRecords: AuditedArea = {
  tables: {
    partner: {
      naming: { key: 'partner_id', column: 'partner_name' },
      title: 'Đại lý',
      row: Partner,
      shown: {
        may: [partnerPage.view],
        key: 'partner_id',
        parts: [{ table: 'partner_bank', position: 1 }],
        is_scoped: true,
      },
      names: { list: partner.list, key: 'partner_id', name: 'partner_name' },
    },
    partner_bank: { title: 'Ngân hàng của đại lý', row: PartnerBank },
    merchant_discount: {
      title: 'Chiết khấu đại lý',
      row: Discount,
      shown: { may: [partnerPage.view], key: 'merchant_discount_id', is_scoped: true },
    },
    pos: {
      naming: { key: 'pos_id', column: 'pos_name' },
      title: 'POS',
      row: Pos,
      shown: {
        may: [posPage.view],
        key: 'pos_id',
        parts: [
          { table: 'pos_bank', position: 1 },
          { table: 'pos_device', position: 1 },
        ],
        is_scoped: true,
        owner: 'pos',
      },
    },
    pos_bank: { title: 'Ngân hàng của POS', row: PosBank },
    pos_device: { title: 'Thiết bị của POS', row: PosDevice, naming: { key: 'device_id', column: 'device_name' } },
    pos_group: { title: 'Nhóm điểm bán', row: PosGroup, naming: { key: 'pos_group_id', column: 'pos_group_name' } },
    user_pos: {
      naming: { key: 'user_pos_id', column: 'user_name' },
      title: 'Tài khoản POS',
      row: UserPos,
      shown: { may: [posPage.view], key: 'user_pos_id', is_scoped: true },
    },
    data_scope: {
      title: 'Phạm vi dữ liệu',
      row: DataPermission,
      shown: {
        may: [dataPermissionPage.view],
        key: 'user_id',
        parts: [
          { table: 'data_scope_group', position: 1 },
          { table: 'data_scope_pos', position: 1, names: { table: 'pos', key: 'pos_id', position: 2 } },
        ],
        is_scoped: true,
        owner: 'app_user',
      },
    },
    data_scope_group: { title: 'Nhóm điểm bán được xem' },
    data_scope_pos: { title: 'Điểm bán được xem' },
    bank_config: {
      naming: { key: 'bank_config_id', column: 'account_number' },
      title: 'Tài khoản ngân hàng',
      row: BankConfig,
      shown: {
        may: [depositBankPage.view, rewardBankPage.view],
        key: 'bank_config_id',
        is_scoped: true,
        kinds: { column: 'type', may: { 1: [depositBankPage.view], 2: [rewardBankPage.view] } },
      },
    },
    bank_balance: { title: 'Số dư ngân hàng', row: MbAccount },
  },
  columns: {
    partner_id: { kind: 'id', label: 'Đại lý' },
    pos_id: { kind: 'id', label: 'POS' },
    pos_group_id: { kind: 'id', label: 'Nhóm điểm bán' },
    pos_count: { kind: 'count', label: 'Số điểm bán' },
    province_id: { kind: 'id', label: 'Tỉnh/Thành phố' },
    district_id: { kind: 'id', label: 'Quận/Huyện' },
    bank_id: { kind: 'id', label: 'Ngân hàng' },
    last_reference: { kind: 'text', label: 'Mã giao dịch cuối' },
  },
}
