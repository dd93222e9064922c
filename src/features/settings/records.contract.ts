/** The names of the area's tables in the audit log. */
import type { AuditedArea } from '#contract/audited.ts'
import { AlarmRule } from './alarm/alarm.contract.ts'
import { KenoResult } from './keno-result/keno-result.contract.ts'
import { RevenueChange } from './max-revenue/max-revenue.contract.ts'
import { OrderLimits } from './order-limit/order-limit.contract.ts'
import { distributionTab, kenoResultTab, orderLimitTab, productDisplayTab } from './pages.contract.ts'
import { FeeGateRecord } from './payment-fee-gate/payment-fee-gate.contract.ts'
import { PaymentVendor, paymentVendor } from './payment-vendor/payment-vendor.contract.ts'
import { ProductDisplay } from './product-display/product-display.contract.ts'

export const settingRecords: AuditedArea = {
  tables: {
    setting: { title: 'Cấu hình' },
    payment_fee_gate: { title: 'Phí cổng thanh toán', row: FeeGateRecord.Row },
    sale_config: {
      title: 'Thời hạn đơn hàng',
      row: OrderLimits,
      shown: { may: orderLimitTab.view, key: 'only_row' },
    },
    order_time: { title: 'Thời gian nhận đơn' },
    alarm_rule: { title: 'Ngưỡng cảnh báo', row: AlarmRule },
    alarm_receiver: { title: 'Người nhận cảnh báo' },
    product_display: {
      title: 'Hiển thị sản phẩm',
      row: ProductDisplay,
      shown: { may: productDisplayTab.view, key: 'product_id' },
    },
    result_feed: { title: 'Kết quả Keno', row: KenoResult, shown: { may: kenoResultTab.view, key: 'only_row' } },
    sale_group_payment: { title: 'Nguồn thanh toán của nhóm bán' },
    sale_group_product: { title: 'Sản phẩm của nhóm bán' },
    group_price: { title: 'Giá theo nhóm bán' },
    order_price: { title: 'Giá trị đơn' },
    revenue_limit: { title: 'Doanh thu tối đa', row: RevenueChange, opened: { page: distributionTab } },
    payment_vendor: {
      naming: { key: 'payment_vendor_id', column: 'vendor_name' },
      title: 'Nguồn thanh toán',
      row: PaymentVendor,
      names: { list: paymentVendor.list, key: 'payment_vendor_id', name: 'vendor_name' },
    },
  },
  columns: {
    payment_vendor_id: { kind: 'id', label: 'Nguồn thanh toán' },
    stop_seconds: { kind: 'count', label: 'Ngừng nhận trước giờ quay (giây)' },
    print_seconds: { kind: 'count', label: 'Hết giờ in trước giờ quay (giây)' },
    open_seconds: { kind: 'count', label: 'Mở bán kỳ mới trước giờ quay (giây)' },
    print_time: { kind: 'time', label: 'Hết giờ in vé' },
    from_at: { kind: 'moment', label: 'Áp dụng từ' },
    minimum: { kind: 'money', label: 'Tối thiểu' },
    maximum: { kind: 'money', label: 'Tối đa' },
    thresholds: { kind: 'text', label: 'Các mức' },
    applied_at: { kind: 'moment', label: 'Áp dụng lúc' },
    started_at: { kind: 'moment', label: 'Nhận từ lúc' },
    first_key: { kind: 'secret', label: 'Khóa nguồn chính' },
    second_key: { kind: 'secret', label: 'Khóa nguồn đối chiếu' },
  },
}
