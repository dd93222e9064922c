import { confirm } from './confirm.tsx'

/** Asks before unsaved changes are discarded; also used when leaving a screen. */
export function confirmDiscard(): Promise<boolean> {
  return confirm({
    title: 'Bỏ các thay đổi chưa lưu?',
    message: 'Những gì bạn vừa nhập sẽ mất.',
    confirmLabel: 'Bỏ thay đổi',
    cancelLabel: 'Tiếp tục sửa',
    danger: true,
  })
}
