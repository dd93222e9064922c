/**
 * The error catalogue: name → [code on the wire, message shown to staff, the field it belongs to].
 * Only this file and known-errors.ts have codes. A database constraint named `table__name` raises `name`.
 * When the call's input has the field, the message is shown there.
 * Codes from 9000 on are our own; all others are in the catalogue of the partners' clients.
 */
import { known_errors } from './known-errors.ts'

export const errors = {
  ...known_errors,

  // General
  system_busy: [4, 'Hệ thống đang bận. Vui lòng thử lại sau.'],
  system_overloaded: [999, 'Hệ thống đang bận. Vui lòng thử lại sau ít phút.'],
  unknown_error: [5, 'Đã xảy ra lỗi không xác định.'],
  unexpected_error: [-1, 'Đã xảy ra lỗi không xác định.'],
  phone_invalid: [6, 'Vui lòng nhập đúng định dạng số điện thoại'],
  receiver_phone_invalid: [13, 'Số điện thoại người nhận không đúng định dạng.'],
  mail_invalid: [7, 'Địa chỉ email không đúng định dạng.'],
  file_exists: [19, 'Tệp đã tồn tại.', 'image_url'],
  from_exceeds_to: [22, "Giá trị 'Từ' không được lớn hơn 'Đến'.", 'to_date'],
  minimum_exceeds_maximum: [23, 'Giá trị tối thiểu không được lớn hơn giá trị tối đa.'],

  // Accounts
  account_exists: [101, 'Tên đăng nhập đã tồn tại.', 'user_name'],
  account_locked: [102, 'Tài khoản đã bị khóa. Vui lòng liên hệ quản trị viên.'],
  user_not_found: [103, 'Người dùng không tồn tại.'],
  wrong_password: [105, 'Mật khẩu cũ không đúng.', 'pass_old'],
  phone_exists: [186, 'Số điện thoại đã được sử dụng.', 'phone_int'],

  // Points of sale
  device_exists: [111, 'Thiết bị đã tồn tại.', 'device_code'],
  bank_account_type_exists: [112, 'Loại tài khoản ngân hàng đã tồn tại.', 'account_type'],
  pos_user_exists: [113, 'Tài khoản POS đã tồn tại.', 'user_name'],
  pos_not_in_partner: [116, 'Điểm bán không thuộc đại lý.'],
  pos_not_found: [125, 'Điểm bán không tồn tại.', 'pos_id'],
  pos_code_exists: [134, 'Mã POS đã tồn tại.', 'pos_code'],
  pos_has_users: [135, 'Điểm bán đang có tài khoản sử dụng.'],
  pos_name_exists: [136, 'Tên điểm bán đã tồn tại.', 'pos_name'],
  pos_quantity_exceeded: [139, 'Đã vượt quá số lượng điểm bán cho phép.', 'pos_limit'],

  // Groups and partners
  group_exists: [127, 'Nhóm người dùng đã tồn tại.', 'group_name'],
  group_not_found: [128, 'Nhóm người dùng không tồn tại.', 'group_id'],
  group_has_users: [129, 'Nhóm đang có người dùng nên không thể xóa.'],
  groups_not_found: [130, 'Có nhóm người dùng không tồn tại.', 'list_group'],
  partner_exists: [131, 'Đại lý đã tồn tại.', 'partner_code'],
  partner_not_found: [132, 'Đại lý không tồn tại.', 'partner_id'],
  partner_has_pos: [133, 'Đại lý đang có điểm bán.'],

  // Periods and results
  period_not_opened: [114, 'Kỳ chưa có kết quả hoặc chưa mở.'],
  period_without_result: [148, 'Kỳ chưa có kết quả hoặc chưa mở.'],
  period_not_found: [137, 'Không tìm thấy kỳ.', 'open_date'],
  result_exists: [138, 'Kết quả đã tồn tại.'],
  result_exists_for_period: [143, 'Kết quả của kỳ đã tồn tại.'],
  period_already_drawn: [144, 'Kỳ đã quay thưởng.'],
  period_time_invalid: [145, 'Thời gian của kỳ không hợp lệ.', 'stop_time'],
  result_not_found: [147, 'Kết quả không tồn tại.'],
  draw_period_not_found: [151, 'Kỳ quay không tồn tại.', 'open_date'],
  period_closed: [156, 'Kỳ đã đóng.'],
  period_sold_out: [167, 'Kỳ đã bán hết vé.'],
  auto_approve_period_not_opened: [181, 'Tự động duyệt không thành công do kỳ chưa mở.'],

  // Requests
  request_not_found: [118, 'Yêu cầu không tồn tại.'],
  request_cancelling: [119, 'Yêu cầu đang được hủy.'],
  request_processing: [120, 'Yêu cầu đang được xử lý.'],
  request_finished: [121, 'Yêu cầu đã hoàn thành.'],
  request_pending: [123, 'Yêu cầu đang chờ xử lý.'],
  request_system_rejected: [126, 'Yêu cầu đã bị hệ thống từ chối.'],
  debt_not_enough: [117, 'Số dư hoặc hạn mức không đủ.'],
  action_invalid: [122, 'Thao tác không hợp lệ.'],
  amount_wrong: [124, 'Số tiền không đúng.', 'amount'],

  // Time and payment
  over_cut_off: [140, 'Đã quá thời gian cho phép.'],
  cashback_event_exists: [141, 'Đã có chương trình cashback trong thời gian này.'],
  cashback_event_finished: [142, 'Chương trình cashback đã kết thúc.'],
  payment_fee_gate_exists: [146, 'Phí cổng thanh toán đã tồn tại.'],
  payment_vendor_not_found: [149, 'Nguồn thanh toán không tồn tại.', 'payment_vendor_id'],
  payment_source_not_found: [1020, 'Nguồn thanh toán không tồn tại.'],
  payment_source_in_group: [1023, 'Nguồn thanh toán đã có trong nhóm.'],
  payment_vendor_not_in_group: [1024, 'Nguồn thanh toán không có trong nhóm.'],
  category_not_found: [150, 'Loại sản phẩm không tồn tại.', 'category'],
  product_in_group: [1022, 'Sản phẩm đã có trong nhóm.'],
  category_not_in_group: [1025, 'Loại sản phẩm không có trong nhóm.'],

  // Ordering times
  new_period_time_invalid: [152, 'Thời gian bắt đầu nhận đơn kỳ mới không hợp lệ.'],
  print_time_invalid: [153, 'Thời gian in vé không hợp lệ.'],
  stop_later_than_open: [173, 'Giờ ngừng nhận đơn không được sau giờ mở bán.'],
  print_later_than_open: [174, 'Giờ in vé không được sau giờ mở bán.'],
  stop_later_than_print: [175, 'Giờ ngừng nhận đơn không được sau giờ in vé.'],

  // Tickets and orders
  ticket_exists: [154, 'Vé đã tồn tại.'],
  ticket_sold: [155, 'Vé đã bán.'],
  ticket_return_invalid: [157, 'Yêu cầu hoàn vé không hợp lệ.'],
  return_successful: [158, 'Hoàn vé thành công.'],
  return_exceeds_stock: [159, 'Số lượng hoàn vượt quá số vé tồn.', 'quantity'],
  ticket_import_failed: [162, 'Nhập vé không thành công.'],
  tickets_calculated: [163, 'Vé đã được tính thưởng.'],
  ticket_return_closed: [164, 'Đã chốt hoàn vé.'],
  instock_not_found: [165, 'Không tìm thấy vé tồn để tính.'],
  instock_ticket_not_found: [166, 'Không tìm thấy vé tồn để tính.'],
  order_calculated: [168, 'Đơn hàng đã được tính thưởng.'],
  report_window_expired: [170, 'Đã hết thời gian báo lỗi.'],
  ticket_paying_reward: [171, 'Vé đang được trả thưởng.'],
  return_window_expired: [172, 'Đã hết thời gian hoàn vé.'],
  ticket_not_found: [176, 'Vé không tồn tại.'],
  search_time_exceeded: [177, 'Khoảng thời gian tìm kiếm vượt quá giới hạn cho phép.'],
  ticket_image_not_found: [179, 'Chưa có ảnh vé.'],
  order_not_found: [1021, 'Đơn hàng không tồn tại.'],
  order_locked: [1026, 'Đơn hàng đang được người khác xử lý.'],

  // Stations and users of base stores
  draw_station_assigned: [160, 'Đài quay đã được gán cho kho khác.', 'area_ids'],
  base_user_exists: [161, 'Người dùng kho đã tồn tại.', 'user_name'],
  user_without_store: [178, 'Người dùng chưa được gán cho kho nào.'],

  // Thresholds
  threshold_duplicate: [2003, 'Giá trị ngưỡng bị trùng.'],

  // Our own
  captcha_invalid: [9002, 'Mã xác nhận không đúng hoặc đã hết hạn.', 'captcha'],
  too_many_attempts: [9003, 'Bạn đã thử quá nhiều lần. Vui lòng thử lại sau 15 phút.'],
  not_found: [9005, 'Không tìm thấy dữ liệu.'],
  account_waiting: [9006, 'Tài khoản đang chờ quản trị viên duyệt.'],
  pos_group_exists: [9008, 'Nhóm điểm bán đã tồn tại.', 'pos_group_name'],
  pos_group_in_use: [9009, 'Nhóm đang có điểm bán nên không thể xóa.'],
  bank_account_exists: [9010, 'Tài khoản ngân hàng này đã có trong danh sách.', 'account_number'],
  base_store_exists: [9011, 'Mã kho đã tồn tại.', 'base_code'],
  device_key_exists: [9012, 'Khóa này đã thuộc một thiết bị khác.', 'public_key'],
  has_orders: [9013, 'Đã có đơn hàng nên không thể xóa. Hãy khóa lại thay vì xóa.'],
  device_has_requests: [9016, 'Thiết bị đã gửi yêu cầu nên không thể xóa. Hãy khóa lại thay vì xóa.'],
  entries_differ: [9014, 'Hai người nhập khác nhau, chưa xác nhận được.'],
  password_expired: [9020, 'Mật khẩu dùng một lần đã hết hạn (24 giờ). Hãy nhờ quản trị viên cấp lại.'],
  second_factor_required: [9161, 'Bạn phải qua bước xác minh thứ hai trước khi tiếp tục. Hãy tải lại trang.'],
  second_factor_missing: [9162, 'Bạn phải thiết lập bước xác minh thứ hai trước khi tiếp tục. Hãy tải lại trang.'],
  factor_code_wrong: [9163, 'Mã không đúng, đã dùng rồi hoặc đã hết hạn.', 'code'],
  passkey_refused: [9164, 'Không xác minh được khóa truy cập này. Hãy thử lại.'],
  passkey_exists: [9165, 'Khóa truy cập này đã được đăng ký.'],
  proof_wrong: [9166, 'Mật khẩu không đúng.', 'password'],
  view_exists: [9007, 'Bạn đã có chế độ xem với tên này.', 'view_name'],

  // Rewards
  reward_form_exists: [9060, 'Đã có quy tắc với tên này.', 'form_name'],

  // Closing of the day
  day_closed: [9130, 'Ngày đã chốt, không ghi lùi vào ngày này.', 'day'],
  figures_changed: [9131, 'Số liệu đã đổi sau lúc bạn xem. Chữ ký chưa được ghi, hãy xem lại.'],

  // Content
  tag_exists: [9040, 'Danh mục này đã có ở cùng cấp.', 'tag_name'],
  tag_parent_invalid: [
    9041,
    'Chỉ có hai cấp: danh mục cha phải ở cấp một, và danh mục đang có mục con thì không thuộc danh mục khác được.',
    'parent_id',
  ],
  tag_in_use: [9042, 'Danh mục đang được sử dụng nên không thể xóa.'],
  tag_not_found: [9043, 'Có danh mục không tồn tại.', 'list_tag'],
  food_in_use: [9049, 'Món ăn đang được sử dụng nên không thể xóa.'],
  food_not_found: [9050, 'Có món ăn không tồn tại.', 'list_food'],
  popup_time_invalid: [9051, "'Hiệu lực đến' phải sau 'Hiệu lực từ'.", 'end_at'],
  popup_empty: [9052, 'Cần nội dung hoặc ảnh.', 'content'],
  image_alt_missing: [9053, 'Ảnh cần có chữ thay ảnh.', 'image_alt'],
  default_group_exists: [9070, 'Đã có nhóm mặc định. Mỗi lúc chỉ có một nhóm mặc định.', 'type'],
  config_file_exists: [9110, 'Loại này đã có tiêu đề đó.', 'title'],
  config_file_published: [9111, 'Bản đã công bố được giữ nguyên, không sửa hay xóa. Hãy tắt thay vì xóa.'],
  draft_missing: [9112, 'Chưa có bản nháp.'],
  draft_exists: [9113, 'Đang có bản nháp khác. Hãy công bố hoặc bỏ bản nháp đó trước.'],
  publish_time_past: [9114, 'Thời điểm công bố phải ở trong tương lai.', 'publish_at'],
  publish_time_taken: [9115, 'Đã có bản khác được công bố đúng lúc đó.', 'publish_at'],
  restore_not_past: [9116, 'Chỉ quay lại được bản đã từng công bố và đã được thay.'],
  food_rule_exists: [9117, 'Đã có luật tên này.', 'rule_name'],
  date_range_invalid: [9118, "'Hiệu lực đến' không được trước 'Hiệu lực từ'.", 'to_date'],
  weight_missing: [9119, 'Cần ít nhất một trọng số lớn hơn 0.', 'post_weight'],
  product_display_exists: [9140, 'Sản phẩm này đã có trong danh sách hiển thị.', 'product_id'],
  display_label_exists: [9141, 'Đã có sản phẩm với tên hiển thị này.', 'label'],
  link_exists: [9045, 'Sản phẩm này đã có link đó.', 'url'],
  maintenance_hits: [9046, 'Lịch này trùng lịch khác hoặc trúng kỳ quay.', 'accept_hits'],
  maintenance_time_invalid: [9047, "'Đến giờ' phải sau 'Từ giờ'.", 'end_at'],
  under_maintenance: [9048, 'Đang bảo trì.'],
  discount_exists: [9150, 'Đại lý đã có tỷ lệ cho sản phẩm, mệnh giá này trong khoảng ngày đó.', 'from_date'],
  statement_exists: [9151, 'Đại lý đã có bảng đối soát trong khoảng ngày này.', 'from_date'],
  food_exists: [9044, 'Món ăn này đã có.', 'food_name'],
} as const satisfies Record<string, readonly [code: number, message: string, field?: string]>

export type ErrorName = keyof typeof errors

/** The message of a stored code; null for a code that is not in the catalogue. */
export function messageOf(code: number): string | null {
  for (const [number, message] of Object.values(errors)) if (number === code) return message
  return null
}

/** Why something is not possible: an error, with a message that may be more specific than the catalogue's. */
export interface Refusal<E extends ErrorName = ErrorName> {
  error: E
  message: string
}

/** Data of a refused call: messages by field, and whatever the screen needs for this error. */
export interface FailureData {
  fields?: Record<string, string>
  /** Replaces the catalogue's message, where the case has a more specific one. */
  message?: string
  [key: string]: unknown
}

/** A refusal for a business reason: it rolls the transaction back. The browser gets it as a `Refusal` of web/call/send.ts. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly error: ErrorName | null
  readonly code: number
  readonly data: FailureData | null

  constructor(error: ErrorName | { code: number; message: string }, data: FailureData | null = null) {
    super(data?.message ?? (typeof error === 'string' ? errors[error][1] : error.message))
    this.error = typeof error === 'string' ? error : (nameOf(error.code) ?? null)
    this.code = typeof error === 'string' ? errors[error][0] : error.code
    this.data = data
  }
}

function nameOf(code: number): ErrorName | undefined {
  return (Object.keys(errors) as ErrorName[]).find((name) => errors[name][0] === code)
}
