/** MoMo's result codes: which are final, and what staff read. A code that is not here leaves the payment unknown. */

interface Result {
  outcome: 'paid' | 'failed' | 'unknown'
  message: string
}

const paid = (message: string): Result => ({ outcome: 'paid', message })
const failed = (message: string): Result => ({ outcome: 'failed', message })
/** A result that is not final: the payment may have been made or may still be made, and must be queried again. */
const open = (message: string): Result => ({ outcome: 'unknown', message })

const results: ReadonlyMap<number, Result> = new Map([
  [0, paid('Thành công.')],
  [10, open('MoMo đang bảo trì.')],
  [11, open('MoMo từ chối truy cập: kiểm tra cấu hình đối tác.')],
  [12, open('MoMo không hỗ trợ phiên bản API này.')],
  [13, open('MoMo không xác thực được đối tác: kiểm tra khóa.')],
  [20, open('Yêu cầu sai định dạng.')],
  [21, open('Số tiền không hợp lệ.')],
  [22, open('Số tiền ngoài giới hạn cho phép.')],
  [40, open('requestId đã được dùng.')],
  [41, open('orderId đã được dùng.')],
  [42, open('Không tìm thấy orderId.')],
  [43, open('Một giao dịch tương tự đang được xử lý.')],
  [99, open('MoMo gặp lỗi không xác định: liên hệ MoMo.')],
  [1000, open('Giao dịch đang chờ xác nhận.')],
  [1001, failed('Tài khoản không đủ tiền.')],
  [1004, failed('Vượt hạn mức thanh toán ngày hoặc tháng.')],
  [1007, failed('Ví không tồn tại hoặc bị khóa.')],
  [1008, failed('Ví nhận vượt hạn mức.')],
  [1100, failed('Quỹ đối tác không đủ tiền.')],
  [1507, failed('Không tìm thấy ngân hàng.')],
  [4001, failed('Tài khoản nhận bị hạn chế.')],
  [4002, failed('Tài khoản nhận chưa xác thực sinh trắc học.')],
  [4003, failed('Thông tin người nhận không đúng.')],
  [7000, open('Giao dịch đang được xử lý.')],
  [7002, open('Giao dịch đang được tổ chức thanh toán xử lý.')],
  [9000, open('Giao dịch đã được xác nhận, chưa hoàn tất.')],
])

/** The answer to a query of an order that MoMo has never seen. */
export const order_not_found = 42

/**
 * What a `resultCode` says of the payment, with a Vietnamese sentence for staff; a code that MoMo's documentation does
 * not list is unknown, so the payment is queried again.
 */
export function momoResult(code: number): Result {
  return results.get(code) ?? open(`MoMo trả mã ${code} chưa được biết đến.`)
}
