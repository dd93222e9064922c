/** The area's tables as the audit log speaks of them. */
import type { AuditedArea } from '#contract/audited.ts'
import { OrderDetail } from './order/transaction.contract.ts'
import { heldPage, onlinePage, transactionPage } from './pages.contract.ts'
import { WebhookRecord } from './webhook/webhook.contract.ts'

export const orderRecords: AuditedArea = {
  tables: {
    sale_order: {
      title: 'Đơn hàng',
      row: OrderDetail,
      opened: {
        column: 'handling',
        pages: {
          0: { page: transactionPage, key: 'order' },
          1: { page: onlinePage, key: 'order' },
          2: { page: heldPage, key: 'order' },
        },
      },
      shown: {
        may: [transactionPage.view, onlinePage.view, heldPage.view],
        key: 'order_id',
        is_scoped: true,
        kinds: {
          column: 'handling',
          may: {
            0: [transactionPage.view],
            1: [transactionPage.view, onlinePage.view],
            2: [transactionPage.view, heldPage.view],
          },
        },
      },
    },
    webhook: { title: 'Địa chỉ nhận tin của thiết bị', row: WebhookRecord },
  },
  columns: {
    device_id: { kind: 'id', label: 'Thiết bị' },
    paid_device_id: { kind: 'id', label: 'Thiết bị thu tiền' },
    user_pos_id: { kind: 'id', label: 'Tài khoản POS' },
    reward_tax: { kind: 'money', label: 'Thuế trúng thưởng' },
  },
}
