/** Messages for the errors of a row, for the person who made the file. */
import { max_tickets_of_line } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { numberText } from '#contract/text/number-text.ts'

export const fault = {
  no_number: 1,
  no_digits: 2,
  too_short: 3,
  too_long: 4,
  series: 5,
  quantity: 6,
  price: 7,
  repeated: 8,
  in_stock: 9,
  in_slip: 10,
} as const

/** How many errors are listed; nobody corrects more by hand. All are counted. */
export const max_faults_kept = 100_000

export function faultTexts(number_length: number): { fault: number; error: string; fix: string }[] {
  const digits = `${number_length} chữ số`
  const zeros = 'Đặt cột Dãy số là Văn bản (Text) rồi nhập đủ số'
  const max_tickets = numberText(max_tickets_of_line)
  return [
    { fault: fault.no_number, error: 'Thiếu dãy số', fix: 'Điền dãy số, hoặc xóa dòng này' },
    { fault: fault.no_digits, error: 'Dãy số chỉ gồm chữ số', fix: `Nhập ${digits}, không có dấu và chữ` },
    { fault: fault.too_short, error: `Dãy số phải có ${digits}: mất số 0 ở đầu?`, fix: zeros },
    { fault: fault.too_long, error: `Dãy số phải có ${digits}`, fix: `Nhập lại ${digits}, hoặc chọn đúng đài` },
    { fault: fault.series, error: 'Ký hiệu không đúng', fix: 'Nhập tối đa 10 chữ và số, có thể có - và /' },
    {
      fault: fault.quantity,
      error: `Số lượng phải từ 1 đến ${max_tickets}`,
      fix: 'Nhập số nguyên, hoặc để trống là 1',
    },
    { fault: fault.price, error: 'Giá bán không đúng', fix: 'Nhập số nguyên đồng, ví dụ 10.000, hoặc để trống' },
    {
      fault: fault.repeated,
      error: 'Vé trùng với dòng',
      fix: 'Xóa một trong hai dòng, hoặc cộng số lượng vào một dòng',
    },
    { fault: fault.in_stock, error: 'Vé đã có trong kho', fix: 'Bỏ qua: dòng này không nhập lại' },
    { fault: fault.in_slip, error: 'Vé đang chờ duyệt ở phiếu khác', fix: 'Bỏ qua, hoặc xóa phiếu kia rồi tải lại' },
  ]
}
