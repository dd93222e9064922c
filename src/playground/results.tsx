import { useState, type ReactNode } from 'react'
import { Button, LinkButton } from '#web/ui/action/button.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Result, type ResultKind } from '#web/ui/show/result.tsx'
import { Select } from '#web/ui/field/select.tsx'

const home = (
  <LinkButton variant="primary" icon="home" href="/">
    Về trang chủ
  </LinkButton>
)

const results: Record<ResultKind, { label: string; title: string; text: string; actions: ReactNode }> = {
  success: {
    label: 'Thành công',
    title: 'Đã gửi yêu cầu mở tài khoản',
    text: 'Quản trị viên sẽ xem xét yêu cầu. Sau khi được duyệt, bạn đăng nhập bằng mật khẩu vừa đặt.',
    actions: <Button variant="primary">Về trang đăng nhập</Button>,
  },
  warning: {
    label: 'Cần chú ý',
    title: 'Đã nhập 4.870 dòng, 130 dòng bị bỏ qua',
    text: '100 dòng đã có từ lần nhập trước, 30 dòng có lỗi cần sửa.',
    actions: (
      <>
        <Button variant="primary" icon="download">
          Tải các dòng lỗi
        </Button>
        <Button>Xem danh sách</Button>
      </>
    ),
  },
  error: {
    label: 'Lỗi',
    title: 'Có lỗi xảy ra: 500',
    text: 'Những gì đã lưu không bị ảnh hưởng.',
    actions: (
      <>
        <Button variant="primary" icon="refresh">
          Tải lại trang
        </Button>
        <Button icon="arrow-left">Quay lại</Button>
      </>
    ),
  },
  'not-found': {
    label: 'Không tìm thấy',
    title: '404 Không tìm thấy trang này',
    text: 'Địa chỉ có thể đã đổi hoặc bị gõ sai.',
    actions: home,
  },
  'not-allowed': {
    label: 'Không có quyền',
    title: 'Bạn không có quyền truy cập trang này',
    text: 'Nếu công việc của bạn cần trang này, hãy đề nghị quản trị viên thêm quyền cho nhóm của bạn.',
    actions: home,
  },
}

const kinds = Object.keys(results) as ResultKind[]

/** One at a time: each takes a whole page. */
export function Results() {
  const [kind, setKind] = useState<ResultKind>('success')
  const { title, text, actions } = results[kind]
  return (
    <Stack>
      <Field label="Kết quả" width="md">
        <Select
          value={kind}
          onChange={setKind}
          options={kinds.map((value) => ({ value, label: results[value].label }))}
        />
      </Field>
      <Result kind={kind} title={title} actions={actions}>
        {text}
      </Result>
    </Stack>
  )
}
