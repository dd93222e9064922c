import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { activation, choice, count, id, image, link, list, moment, optional, richText, text } from '#contract/fields.ts'
import { record } from '#contract/record.ts'
import { popupPage } from '../pages.contract.ts'

const place = () =>
  choice('Hiện ở', [
    ['home', 'Trang chủ'],
    ['keno', 'Keno'],
    ['mega', 'Mega 6/45'],
    ['power', 'Power 6/55'],
    ['ticket', 'Vé truyền thống'],
    ['result', 'Kết quả'],
  ])

export const PopupRecord = record('home_popup', 'home_popup_id', {
  title: text('Tiêu đề', 60),
  content: optional(richText('Nội dung', 5_000, 'popup')),
  image_url: optional(image('Ảnh', 'popup')),
  image_alt: optional(text('Chữ thay ảnh', 150)),
  link: optional(link('Bấm vào thì tới')),
  button_text: optional(text('Chữ trên nút', 30)),
  places: list('Hiện ở', place(), 6).check(z.minLength(1)),
  start_at: optional(moment('Hiệu lực từ')),
  end_at: optional(moment('Hiệu lực đến')),
  position: z.prefault(count('Thứ tự', 10_000), 0),
  show_times: z.prefault(count('Số lần mỗi khách', 100).check(z.positive()), 1),
  show_every: z.prefault(
    choice('Trong mỗi', [
      ['day', 'Ngày'],
      ['week', 'Tuần'],
      ['once', 'Cả đợt'],
    ]),
    'day',
  ),
  status: z.prefault(activation(), 1),
})

const sources = () => list('Nguồn TT', id('Nguồn thanh toán'), 50)
const PopupDraft = z.object({ ...PopupRecord.Draft.shape, list_payment: z.prefault(sources(), []) })
const PopupChange = z.object({ ...PopupRecord.Change.shape, list_payment: z.optional(sources()) })

const Vendor = z.object({ payment_vendor_id: id(), vendor_name: text('Nguồn TT', 100) })

export const Popup = z.object({
  ...PopupRecord.Row.shape,
  vendors: list('Nguồn TT', Vendor),
  /** Titles of popups that a customer may see at the same place, source and moment. */
  overlaps: list('Cùng lúc với', text('Thông báo', 60)),
})

const errors = ['popup_time_invalid', 'popup_empty', 'image_alt_missing', 'payment_vendor_not_found'] as const

export const popup = calls('cms/home_popup', {
  list: read('GET list', {
    title: 'Danh sách thông báo',
    may: popupPage.view,
    input: search({ status: optional(activation()) }, ['title', 'position', 'start_at', 'created_at']),
    output: pageOf(Popup),
  }),
  detail: read('POST detail', {
    title: 'Chi tiết thông báo',
    may: popupPage.view,
    input: PopupRecord.Key,
    output: Popup,
    errors: ['not_found'],
  }),
  add: write('POST add', {
    title: 'Thêm thông báo',
    may: popupPage.add,
    input: PopupDraft,
    output: Popup,
    errors,
  }),
  update: write('POST update', {
    title: 'Sửa thông báo',
    may: popupPage.update,
    input: PopupChange,
    output: Popup,
    errors: [...errors, ...PopupRecord.conflicts],
  }),
  delete: write('POST delete', {
    title: 'Xóa thông báo',
    may: popupPage.remove,
    input: PopupRecord.Key,
    errors: ['not_found'],
  }),
})
