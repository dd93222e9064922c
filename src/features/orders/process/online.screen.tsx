import { handling } from '#features/orders/order/order.contract.ts'
import { onlinePage } from '#features/orders/pages.contract.ts'
import { ProcessScreen } from './process.screen.tsx'
import type { QueueTexts } from './process-parts.screen.tsx'

const texts: QueueTexts = {
  page: onlinePage,
  handling: handling.online,
  subtitle: 'Đơn khách đặt qua ứng dụng: nhận đơn, in vé, rồi tải ảnh vé lên trước khi hết giờ in.',
  due: 'Thời gian in còn lại',
  photo: 'Ảnh vé đã in',
}

export default function OnlineScreen() {
  return <ProcessScreen texts={texts} />
}
