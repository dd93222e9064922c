import * as z from 'zod/mini'
import { calls, read, write } from '#contract/call.ts'
import { choice, count, image, text } from '#contract/fields.ts'
import { bannerPage, configFilePage, foodPage, popupPage, postPage } from '#features/content/pages.contract.ts'
import { heldPage, onlinePage } from '#features/orders/pages.contract.ts'
import { claimPage } from '#features/rewards/pages.contract.ts'
import { productDisplayTab } from '#features/settings/pages.contract.ts'
import { ticketGroupPage, ticketPage } from '#features/tickets/pages.contract.ts'

/** The folders of pictures; each holds one kind of content. */
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
  /** The address that shows it, and the value for `image` fields. */
  url: image('Ảnh'),
  width: count('Rộng'),
  height: count('Cao'),
})

/** What apps need to know of a picture before they load it. */
export const PictureFacts = z.object({
  ...Picture.shape,
  /** The point that stays visible when the picture is cropped, in percent from the left and from the top. */
  focus_x: count('Điểm chính, ngang (%)', 100),
  focus_y: count('Điểm chính, dọc (%)', 100),
})

const content_rights = [
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
]

export const file = calls('cms/file', {
  upload: write('POST upload', {
    title: 'Tải ảnh lên',
    may: [
      ...content_rights,
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
  info: read('GET info', {
    title: 'Thông tin ảnh',
    may: content_rights,
    input: z.object({ url: image('Ảnh') }),
    output: PictureFacts,
    errors: ['not_found'],
  }),
  focus: write('POST focus', {
    title: 'Đặt điểm chính của ảnh',
    may: content_rights,
    input: z.object({ url: image('Ảnh'), focus_x: PictureFacts.shape.focus_x, focus_y: PictureFacts.shape.focus_y }),
    output: PictureFacts,
    errors: ['not_found'],
  }),
})
