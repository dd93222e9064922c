import { handling } from '#features/orders/order/order.contract.ts'
import { heldPage } from '#features/orders/pages.contract.ts'
import { ProcessScreen } from './process.screen.tsx'
import type { QueueTexts } from './process-parts.screen.tsx'

const texts: QueueTexts = {
  page: heldPage,
  handling: handling.held,
  subtitle: 'Vé khách nhờ điểm bán giữ hộ: nhận đơn, chụp ảnh tờ vé trước giờ quay.',
  due: 'Còn lại đến giờ quay',
  photo: 'Ảnh vé đang giữ',
}

export default function HeldScreen() {
  return <ProcessScreen texts={texts} />
}
