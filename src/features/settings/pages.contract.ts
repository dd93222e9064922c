/** The page of the system settings and its tabs, each with its own rights. */
import { page, tab } from '#contract/page.ts'

export const systemConfigPage = page('/cau-hinh-he-thong', 'Cấu hình hệ thống', 'settings', {
  view: 1,
  add: 2,
  update: 3,
  remove: 4,
  approve: 5,
})

export const orderTimeTab = tab(systemConfigPage, 'thoi-gian-nhan-don', 'Thời gian nhận đơn', { view: 1, update: 3 })

export const orderLimitTab = tab(systemConfigPage, 'thoi-han-don-hang', 'Thời hạn đơn hàng', { view: 1, update: 3 })

export const paymentFeeGateTab = tab(systemConfigPage, 'phi-cong-tt', 'Phí cổng TT', { view: 1, add: 2, update: 3 })

export const paymentSourceTab = tab(systemConfigPage, 'nguon-tt', 'Nguồn TT', { view: 1, update: 3 })

export const productDisplayTab = tab(systemConfigPage, 'hien-thi-san-pham', 'Hiển thị sản phẩm', {
  view: 1,
  add: 2,
  update: 3,
  remove: 4,
})

export const kenoResultTab = tab(systemConfigPage, 'ket-qua-keno', 'Kết quả Keno', { view: 1, update: 3, approve: 5 })

export const alarmTab = tab(systemConfigPage, 'canh-bao', 'Cảnh báo', { view: 1, update: 3 })

export const lotteryTab = tab(systemConfigPage, 'dai-quay', 'Đài quay', { view: 1, update: 3 })

export const prizeTab = tab(systemConfigPage, 'bang-giai', 'Bảng giải', { view: 1, update: 3, approve: 5 })

export const rewardPushTab = tab(systemConfigPage, 'day-thuong', 'Đẩy thưởng', { view: 1, update: 3 })

export const distributionTab = tab(systemConfigPage, 'phan-phoi', 'Phân phối', { view: 1, update: 3, approve: 5 })

export const storeTab = tab(systemConfigPage, 'kho', 'Kho', { view: 1, update: 3 })

/** The tabs in displayed order. */
export const system_config_tabs = [
  orderTimeTab,
  orderLimitTab,
  paymentFeeGateTab,
  paymentSourceTab,
  productDisplayTab,
  kenoResultTab,
  alarmTab,
  distributionTab,
  lotteryTab,
  prizeTab,
  rewardPushTab,
  storeTab,
]
