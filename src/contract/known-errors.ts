/**
 * The errors that the browser handles by name or shows before making a call; only these are in its bundle. Messages of all other errors come with the
 * answer.
 */
export const known_errors = {
  token_invalid: [1, 'Phiên đăng nhập không hợp lệ. Vui lòng đăng nhập lại.'],
  token_expired: [2, 'Phiên đăng nhập đã hết hạn. Vui lòng đăng nhập lại.'],
  request_invalid: [3, 'Yêu cầu không hợp lệ. Vui lòng kiểm tra lại dữ liệu.'],
  admin_cannot_be_deleted: [1010, 'Không thể xóa tài khoản quản trị.'],
  wrong_account_or_password: [1001, 'Tài khoản người dùng hoặc mật khẩu không hợp lệ'],
  request_exists: [115, 'Yêu cầu đã tồn tại.'],
  no_right: [169, 'Bạn không có quyền thực hiện thao tác này.'],
  changed_by_other: [9001, 'Dữ liệu đã được người khác thay đổi sau khi bạn mở. Không có gì bị ghi đè.'],
  prize_changes: [9015, 'Kết quả mới làm đổi thưởng của các đơn đã tính: hãy xem chênh lệch trước khi xác nhận.'],
  proof_required: [9160, 'Cần xác minh lại. Thao tác chưa được thực hiện.'],
  password_change_required: [9004, 'Bạn phải đổi mật khẩu trước khi tiếp tục.'],
} as const

export type KnownError = keyof typeof known_errors
