/** What a dialog's way out is called. Where the dialog itself cancels something, 'Hủy' would be either. */
export function cancelWord(act: string): 'Hủy' | 'Đóng' {
  return /(^|\s)hủy(\s|$)/i.test(act.normalize('NFC')) ? 'Đóng' : 'Hủy'
}
