/** The published content that apps show. Anyone may read it, because customers see it. */
import * as z from 'zod/mini'
import { calls, read } from '#contract/call.ts'
import { count, day, flag, id, image, link, list, moment, note, richText, text } from '#contract/fields.ts'
import { category, productLine } from '#features/results/product/product.contract.ts'
import { ProductDisplayRecord } from '#features/settings/product-display/product-display.contract.ts'
import { BannerRecord } from '../banner/banner.contract.ts'
import { ConfigFileRecord } from '../config-file/config-file.contract.ts'
import { PictureFacts } from '../file/file.contract.ts'
import { RankedFood } from '../food-rule/food-rule.contract.ts'
import { PopupRecord } from '../popup/popup.contract.ts'

const vendorCode = () => text('Mã nguồn TT', 20)
const { place } = BannerRecord.Row.shape
const popup = PopupRecord.Row.shape
const { type, title } = ConfigFileRecord.Row.shape
const itemsOf = <R extends z.ZodMiniType>(row: R) => z.object({ items: z.array(row) })

/** What an app needs to choose a size of a picture, and to reserve its space while it loads. */
const PublishedPicture = z.object({
  width: PictureFacts.shape.width,
  height: PictureFacts.shape.height,
  focus_x: PictureFacts.shape.focus_x,
  focus_y: PictureFacts.shape.focus_y,
  /** In the format of HTML's `srcset`, from small to large; the last one is the picture itself. AVIF is empty where there is only that one. */
  srcset_webp: text('Các cỡ WebP', 1_500),
  srcset_avif: z.nullable(text('Các cỡ AVIF', 1_500)),
})
const picture = () => z.nullable(PublishedPicture)

const PublishedBanner = z.object({
  banner_id: id(),
  title: text('Tiêu đề', 100),
  image_url: image('Ảnh'),
  image_alt: text('Chữ thay ảnh', 150),
  picture: picture(),
  place,
  link: z.nullable(link('Đường dẫn')),
  to_date: z.nullable(day('Hiệu lực đến')),
  /** The sources of payment that show it, with its position in each. */
  sources: list('Nguồn TT', z.object({ vendor_code: vendorCode(), position: count('Thứ tự') })),
})

const PublishedPopup = z.object({
  home_popup_id: id(),
  title: popup.title,
  content: popup.content,
  image_url: popup.image_url,
  image_alt: popup.image_alt,
  picture: picture(),
  link: popup.link,
  button_text: popup.button_text,
  places: popup.places,
  end_at: popup.end_at,
  position: popup.position,
  show_times: popup.show_times,
  show_every: popup.show_every,
  /** Empty: all. */
  sources: list('Nguồn TT', vendorCode()),
})

const PublishedText = z.object({
  config_file_id: id(),
  type,
  title,
  /** The number of the version, which rises with each newly published text. */
  number: id('Bản'),
  content: richText('Nội dung', 100_000),
  ask_consent: flag('Hỏi khách đồng ý lại'),
  publish_at: moment('Công bố từ'),
})

const OpenLink = z.object({
  link_id: id(),
  link_name: text('Tên', 100),
  category: category(),
  url: link('Đường dẫn'),
})

const { label, image_url: productPicture, image_alt: productPictureText } = ProductDisplayRecord.Row.shape
const ShownProduct = z.object({
  category: category(),
  category_code: text('Mã sản phẩm', 20),
  line: productLine(),
  label,
  image_url: productPicture,
  image_alt: productPictureText,
  picture: picture(),
})

const ComingMaintenance = z.object({
  maintenance_id: id(),
  start_at: moment('Từ giờ'),
  end_at: moment('Đến giờ'),
  /** Empty: everything. */
  categories: list('Sản phẩm', category(), 20),
  content: note('Nội dung', 500),
})

const { id: food_id, food_name, image_url, image_alt, price } = RankedFood.shape
const TopFoodList = z.object({
  rule_name: text('Tên', 100),
  foods: z.array(z.object({ id: food_id, food_name, image_url, image_alt, picture: picture(), price })),
})

const part = <R extends z.ZodMiniType>(address: string, heading: string, row: R) =>
  read(address, { title: heading, may: 'public', output: itemsOf(row) })

export const contentChannel = calls('/api/xs/channel/content', {
  banners: part('GET banners', 'Banner đang hiện, theo thứ tự của từng nguồn thanh toán', PublishedBanner),
  popups: part('GET popups', 'Thông báo đang hiện', PublishedPopup),
  terms: part('GET terms', 'Điều khoản và hướng dẫn đang công bố', PublishedText),
  /** In the order in which they are shown. */
  products: part('GET products', 'Sản phẩm đang hiện, theo thứ tự', ShownProduct),
  links: part('GET links', 'Link trực tuyến', OpenLink),
  /** Present maintenance, and what begins within a day. */
  maintenance: part('GET maintenance', 'Bảo trì đang có và sắp tới', ComingMaintenance),
  topFoods: part('GET top_foods', 'Danh sách top food', TopFoodList),
})
