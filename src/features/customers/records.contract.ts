/** The area's tables as the audit log speaks of them. */
import type { AuditedArea } from '#contract/audited.ts'
import { CashbackRequest } from './cashback/cashback-request.contract.ts'
import { Cashback, cashback } from './cashback/cashback.contract.ts'
import { Fee } from './fee/fee.contract.ts'
import { Group, groupVip } from './group-vip/group-vip.contract.ts'
import { Member } from './group-vip-account/group-vip-account.contract.ts'
import { Erasure } from './personal-data/personal-data.contract.ts'
import { cashbackPage, customerGroupPage, personalDataPage } from './pages.contract.ts'

export const customerRecords: AuditedArea = {
  tables: {
    group_vip: {
      title: 'Nhóm khách hàng',
      row: Group,
      shown: {
        may: [customerGroupPage.view],
        key: 'group_vip_id',
        parts: [
          { table: 'group_vip_account', position: 1 },
          { table: 'group_vip_fee', position: 1 },
        ],
      },
      names: { list: groupVip.list, key: 'group_vip_id', name: 'name' },
    },
    cashback: {
      title: 'Chương trình cashback',
      row: Cashback,
      shown: { may: [cashbackPage.view], key: 'cashback_id' },
      names: { list: cashback.list, key: 'cashback_id', name: 'name' },
    },
    cashback_request: {
      title: 'Duyệt chương trình cashback',
      row: CashbackRequest,
      opened: { page: cashbackPage },
    },
    erasure_request: {
      title: 'Yêu cầu xóa dữ liệu cá nhân',
      row: Erasure,
      shown: { may: [personalDataPage.view], key: 'erasure_id', is_scoped: true },
      opened: { page: personalDataPage },
    },
    group_vip_account: { title: 'Khách trong nhóm', row: Member },
    group_vip_fee: { title: 'Quy tắc phí', row: Fee },
  },
  columns: {
    group_vip_id: { kind: 'id', label: 'Nhóm khách hàng' },
    fee_id: { kind: 'id', label: 'Quy tắc phí' },
    cashback_id: { kind: 'id', label: 'Chương trình cashback' },
    finished_by: { kind: 'id', label: 'Người kết thúc' },
    is_approved: { kind: 'flag', label: 'Đã được duyệt' },
  },
}
