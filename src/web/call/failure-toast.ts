import { isTokenRefused, isUnknown, Refusal, type SendFailure } from './send.ts'
import { toast, type ToastGroup } from '#web/ui/message/toast-store.ts'

/** Tells of a failed call where no form is there to tell. A refused token is told by the sign-in page. */
export function showFailure(failure: SendFailure, options: { retry?: () => void; group?: ToastGroup } = {}) {
  const { retry, group = 'main' } = options
  if (failure instanceof Refusal) {
    if (isTokenRefused(failure)) return
    if (failure.status === 200) return void toast.warning(failure.message, { group })
  }
  const detail = `Mã yêu cầu: ${failure.transid}`
  if (retry && isUnknown(failure)) {
    toast.error(failure.message, {
      group,
      detail: `Chưa rõ kết quả. ${detail}`,
      action: { label: 'Kiểm tra lại', run: retry },
    })
  } else toast.error(failure.message, { group, detail })
}

/** The record as somebody else has left it, where a write was refused because of that. */
export function conflictIn(failure: SendFailure): object | null {
  const isConflict = failure instanceof Refusal && failure.error === 'changed_by_other'
  return isConflict ? ((failure.data?.current as object | undefined) ?? null) : null
}
