/** The label of a dialog's cancel button. Where the dialog's action is itself a cancellation, 'Hủy' would be ambiguous. */
export function cancelWord(act: string): 'Hủy' | 'Đóng' {
  return /(^|\s)hủy(\s|$)/i.test(act.normalize('NFC')) ? 'Đóng' : 'Hủy'
}
