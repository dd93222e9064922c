import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { activation, choice, count, day, id, image, link, list, moment, optional, text } from '#contract/fields.ts'
import { page } from '#contract/page.ts'

export const bannerPage = page('/cau-hinh-banner', 'Cấu hình banner', 'image', {
  view: 1,
  add: 2,
  update: 3,
  remove: 4,
  export: 6,
})

const place = () =>
  choice('Vị trí', [
    ['home_top', 'Đầu trang chủ'],
    ['home_middle', 'Giữa trang chủ'],
    ['result', 'Trang kết quả'],
  ])

const paymentSources = () => list('Nguồn TT', id('Nguồn thanh toán'), 50)

export const BannerDraft = z.object({
  title: text('Tiêu đề', 100),
  image_url: image('Ảnh', 'banner'),
  place: place(),
  link: optional(link('Đường dẫn')),
  list_payment: z.prefault(paymentSources(), []),
  from_date: optional(day('Hiệu lực từ')),
  to_date: optional(day('Hiệu lực đến')),
  status: z.prefault(activation(), 1),
})

/** What is left out of a change stays as it is. */
export const BannerChange = z.object({
  ...BannerDraft.shape,
  list_payment: z.optional(paymentSources()),
  status: z.optional(activation()),
  banner_id: id(),
  version: id('Phiên bản'),
})

const Vendor = z.object({ payment_vendor_id: id(), vendor_name: text('Nguồn TT', 100) })

export const Banner = z.object({
  banner_id: id('STT'),
  title: text('Tiêu đề', 100),
  image_url: image('Ảnh'),
  place: place(),
  link: optional(link('Đường dẫn')),
  vendors: list('Nguồn TT', Vendor),
  from_date: optional(day('Hiệu lực từ')),
  to_date: optional(day('Hiệu lực đến')),
  status: activation(),
  created_by_name: text('Người tạo', 100),
  created_at: moment('Ngày tạo'),
  updated_by_name: z.nullable(text('Người cập nhật', 100)),
  updated_at: z.nullable(moment('Ngày cập nhật')),
  version: id('Phiên bản'),
})

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
    errors: ['file_exists', 'payment_vendor_not_found', 'from_exceeds_to'],
  }),
  update: write('POST update', {
    title: 'Sửa banner',
    may: bannerPage.update,
    input: BannerChange,
    output: Banner,
    errors: ['file_exists', 'payment_vendor_not_found', 'from_exceeds_to', 'not_found', 'changed_by_other'],
  }),
  delete: write('POST delete', {
    title: 'Xóa banner',
    may: bannerPage.remove,
    input: z.object({ banner_id: id() }),
    errors: ['not_found'],
  }),
  /** The banners of one source in their new order; all of them, each once. */
  setup: write('POST setup', {
    title: 'Sắp xếp banner',
    may: bannerPage.update,
    input: z.object({ payment_vendor_id: id('Nguồn thanh toán'), banner_ids: list('Banner', id(), 500) }),
    errors: ['payment_vendor_not_found', 'changed_by_other'],
  }),
})
