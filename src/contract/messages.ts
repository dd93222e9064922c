import { numberText } from './text/number-text.ts'

/** Vietnamese messages about values that a schema rejects. */
export const messages = {
  required: 'Không được để trống',
  invalid: 'Giá trị không hợp lệ',
  tooLong: (max: number) => `Không được dài quá ${max} ký tự`,
  tooShort: (min: number) => `Không được ít hơn ${min} ký tự`,
  phone: 'Vui lòng nhập đúng định dạng số điện thoại',
  mail: 'Địa chỉ email không đúng định dạng',
  day: 'Ngày không hợp lệ',
  time: 'Giờ không hợp lệ, nhập theo dạng giờ:phút',
  account: 'Số tài khoản gồm 6 đến 19 chữ số hoặc chữ cái không dấu',
  place: 'Nhập vĩ độ và kinh độ trong lãnh thổ Việt Nam, ví dụ 10.762622, 106.660172',
  link: 'Đường dẫn phải bắt đầu bằng https:// hoặc /',
  unknown: 'Không có trường này',
}

/** The fields of a zod issue that decide its message. */
export interface Issue {
  code: string
  input?: unknown
  origin?: string
  minimum?: number
  maximum?: number
  inclusive?: boolean
}

/** The message for an issue that zod found. */
export function messageOf(issue: Issue): string {
  if (issue.code === 'invalid_type')
    return issue.input === undefined || issue.input === null ? messages.required : messages.invalid
  if (issue.origin === 'string' && issue.code === 'too_big') return messages.tooLong(issue.maximum!)
  if (issue.origin === 'string' && issue.code === 'too_small') {
    return issue.input === '' ? messages.required : messages.tooShort(issue.minimum!)
  }
  if (issue.origin === 'array' && issue.code === 'too_big') return `Không được quá ${issue.maximum} mục`
  if (issue.origin === 'array' && issue.code === 'too_small') return messages.required
  if (issue.code === 'too_big') return `Không được lớn hơn ${numberText(issue.maximum!)}`
  if (issue.code === 'too_small') {
    const min = issue.inclusive === false ? issue.minimum! + 1 : issue.minimum!
    return `Không được nhỏ hơn ${numberText(min)}`
  }
  return messages.invalid
}
