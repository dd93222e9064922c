import { handling } from '#features/orders/order/order.contract.ts'
import { heldPage } from '#features/orders/pages.contract.ts'
import { ProcessScreen } from './process.screen.tsx'
import type { Work } from './process-words.screen.tsx'

const work: Work = {
  page: heldPage,
  way: handling.held,
  subtitle: 'Vé khách gửi lại điểm bán: nhận đơn, chụp tờ vé đang giữ cho khách trước giờ quay.',
  due: 'Còn đến giờ quay',
  photo: 'Ảnh vé đang giữ',
}

export default function HeldScreen() {
  return <ProcessScreen work={work} />
}
