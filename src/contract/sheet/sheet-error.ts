/** A file that cannot be read; the message tells the person why and what to do. */
export class SheetError extends Error {
  override readonly name = 'SheetError'
}

export const sheetErrors = {
  not_sheet: () => new SheetError('Tệp này không phải bảng tính. Hãy chọn tệp .xlsx hoặc .csv.'),
  empty_file: () => new SheetError('Tệp trống.'),
  old_excel: () =>
    new SheetError('Tệp .xls của Excel cũ không đọc được. Hãy mở bằng Excel và lưu lại dạng .xlsx rồi chọn lại.'),
  binary_excel: () => new SheetError('Tệp .xlsb không đọc được. Hãy lưu lại dạng .xlsx rồi chọn lại.'),
  open_document: () => new SheetError('Tệp .ods không đọc được. Hãy lưu lại dạng .xlsx rồi chọn lại.'),
  web_page: () =>
    new SheetError('Tệp này thật ra là trang web được đổi đuôi. Hãy mở bằng Excel và lưu lại dạng .xlsx rồi chọn lại.'),
  encrypted: () => new SheetError('Tệp được đặt mật khẩu. Hãy bỏ mật khẩu rồi chọn lại.'),
  damaged: () => new SheetError('Tệp bị hỏng hoặc tải về chưa đủ. Hãy mở bằng Excel, lưu lại rồi chọn lại.'),
  too_large: (reason: string) => new SheetError(`Tệp quá lớn: ${reason}. Hãy chia thành nhiều tệp nhỏ hơn.`),
  no_column: (label: string) => new SheetError(`Không thấy cột “${label}” ở những dòng đầu của tệp.`),
  wrong_letters: () => new SheetError('Không nhận ra bảng mã chữ của tệp. Hãy lưu lại dạng “CSV UTF-8” rồi chọn lại.'),
}
