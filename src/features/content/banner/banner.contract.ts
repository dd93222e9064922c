import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { activation, choice, count, day, id, image, link, list, optional, text } from '#contract/fields.ts'
import { record } from '#contract/record.ts'
import { bannerPage } from '../pages.contract.ts'

const place = () =>
  choice('Vị trí', [
    ['home_top', 'Đầu trang chủ'],
    ['home_middle', 'Giữa trang chủ'],
    ['result', 'Trang kết quả'],
  ])

const paymentSources = () => list('Nguồn TT', id('Nguồn thanh toán'), 50)

export const BannerRecord = record('banner', 'banner_id', {
  title: text('Tiêu đề', 100),
  image_url: image('Ảnh', 'banner'),
  image_alt: text('Chữ thay ảnh', 150),
  place: place(),
  link: optional(link('Đường dẫn')),
  from_date: optional(day('Hiệu lực từ')),
  to_date: optional(day('Hiệu lực đến')),
  status: z.prefault(activation(), 1),
})

const bannerIds = (title: string) => list(title, id(), 500)

const BannerDraft = z.object({ ...BannerRecord.Draft.shape, list_payment: z.prefault(paymentSources(), []) })
const BannerChange = z.object({ ...BannerRecord.Change.shape, list_payment: z.optional(paymentSources()) })

const Vendor = z.object({ payment_vendor_id: id(), vendor_name: text('Nguồn TT', 100) })

export const Banner = z.object({ ...BannerRecord.Row.shape, vendors: list('Nguồn TT', Vendor) })
export const OrderedBanner = z.object({ ...Banner.shape, position: count('Thứ tự') })

export const banner = calls('cms/banner', {
  list: read('GET list', {
    title: 'Danh sách banner',
    may: bannerPage.view,
    input: search({ status: optional(activation()), place: optional(place()) }, ['title', 'from_date', 'created_at']),
    output: pageOf(Banner),
  }),
  listByPayment: read('GET list_by_payment', {
    title: 'Banner theo nguồn thanh toán',
    may: bannerPage.view,
    input: z.object({ payment_vendor_id: id('Nguồn thanh toán') }),
    output: pageOf(OrderedBanner),
    errors: ['payment_vendor_not_found'],
  }),
  add: write('POST add', {
    title: 'Thêm banner',
    may: bannerPage.add,
    input: BannerDraft,
    output: Banner,
    errors: ['file_exists', 'payment_vendor_not_found'],
  }),
  update: write('POST update', {
    title: 'Sửa banner',
    may: bannerPage.update,
    input: BannerChange,
    output: Banner,
    errors: ['file_exists', 'payment_vendor_not_found', ...BannerRecord.conflicts],
  }),
  delete: write('POST delete', {
    title: 'Xóa banner',
    may: bannerPage.remove,
    input: BannerRecord.Key,
    errors: ['not_found'],
  }),
  /** The new order of all banners of one source, each once; refused when the order that the person saw has changed since. */
  setup: write('POST setup', {
    title: 'Sắp xếp banner',
    may: bannerPage.update,
    input: z.object({
      payment_vendor_id: id('Nguồn thanh toán'),
      banner_ids: bannerIds('Banner'),
      seen_ids: z.optional(bannerIds('Thứ tự đã thấy')),
    }),
    errors: ['payment_vendor_not_found', 'changed_by_other'],
  }),
})
