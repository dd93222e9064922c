import * as z from 'zod/mini'
import { calls, write } from '#contract/call.ts'
import { choice, count, image, text } from '#contract/fields.ts'
import { bannerPage, configFilePage, foodPage, popupPage, postPage } from '#features/content/pages.contract.ts'
import { heldPage, onlinePage } from '#features/orders/pages.contract.ts'
import { claimPage } from '#features/rewards/pages.contract.ts'
import { productDisplayTab } from '#features/settings/pages.contract.ts'
import { ticketGroupPage, ticketPage } from '#features/tickets/pages.contract.ts'

/** Where a picture belongs; each folder is one kind of content. */
const folder = () =>
  choice('Thư mục', [
    ['banner', 'Banner'],
    ['popup', 'Thông báo'],
    ['food', 'Món ăn'],
    ['post', 'Bài viết'],
    ['terms', 'Điều khoản'],
    ['product', 'Sản phẩm'],
    ['ticket', 'Ảnh vé'],
    ['order', 'Ảnh vé của đơn'],
    ['claim', 'Vé và giấy tờ tại quầy'],
  ])

export const Picture = z.object({
  /** The address to show it at, and what `image` fields take. */
  url: image('Ảnh'),
  width: count('Rộng'),
  height: count('Cao'),
})

export const file = calls('cms/file', {
  upload: write('POST upload', {
    title: 'Tải ảnh lên',
    may: [
      bannerPage.add,
      bannerPage.update,
      configFilePage.add,
      configFilePage.update,
      foodPage.add,
      foodPage.update,
      ...productDisplayTab.add,
      ...productDisplayTab.update,
      popupPage.add,
      popupPage.update,
      postPage.add,
      postPage.update,
      ticketPage.update,
      ticketGroupPage.add,
      ticketGroupPage.update,
      onlinePage.work,
      heldPage.work,
      claimPage.add,
    ],
    file: true,
    input: z.object({ folder_dir: folder(), file_name: text('Tên tệp', 200) }),
    output: Picture,
  }),
})
