/** Why an action on an upload is not possible now; shown by the screen, refused by the server. */
import { numberText } from '#contract/text/number-text.ts'
import { uploadStatus, type UploadStatus } from './ticket-upload.contract.ts'

interface UploadState {
  status: UploadStatus
  good_count: number
  fault_count: number
  partial_import: boolean
}

const reason_by_status: Record<UploadStatus, string> = {
  [uploadStatus.received]: 'Tệp chưa kiểm tra xong.',
  [uploadStatus.checking]: 'Tệp chưa kiểm tra xong.',
  [uploadStatus.checked]: '',
  [uploadStatus.taking]: 'Tệp đang được nhập.',
  [uploadStatus.done]: 'Tệp đã được nhập.',
  [uploadStatus.failed]: 'Tệp bị lỗi, hãy tải lại.',
  [uploadStatus.cancelled]: 'Lượt tải đã bị hủy.',
}

export function whyNotTake({ status, good_count, fault_count, partial_import }: UploadState): string | null {
  if (status !== uploadStatus.checked) return reason_by_status[status]
  if (good_count === 0) return 'Tệp không có dòng mới nào để nhập.'
  if (fault_count > 0 && !partial_import)
    return `Tệp còn ${numberText(fault_count)} dòng lỗi và kho này không nhận từng phần. Hãy sửa tệp rồi tải lại.`
  return null
}

const finished: readonly UploadStatus[] = [uploadStatus.done, uploadStatus.failed, uploadStatus.cancelled]

export function whyNotCancel({ status }: Pick<UploadState, 'status'>): string | null {
  return finished.includes(status) ? reason_by_status[status] : null
}
