import { handling } from '#features/orders/order/order.contract.ts'
import { onlinePage } from '#features/orders/pages.contract.ts'
import { ProcessScreen } from './process.screen.tsx'
import type { Work } from './process-words.screen.tsx'

const work: Work = {
  page: onlinePage,
  way: handling.online,
  subtitle: 'Đơn khách đặt qua ứng dụng: nhận đơn, in vé, rồi đưa ảnh vé lên trước khi hết giờ in.',
  due: 'Còn để in',
  photo: 'Ảnh vé đã in',
}

export default function OnlineScreen() {
  return <ProcessScreen work={work} />
}
