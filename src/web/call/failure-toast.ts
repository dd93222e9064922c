import { isTokenRefused, isUnknown, Refusal, type SendFailure } from './send.ts'
import { toast, type ToastGroup } from '#web/ui/message/toast-store.ts'

/** Shows a failed call as a toast, where no form shows it. A refused token is not shown: the sign-in page says it. */
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

/** The current record in a refusal because somebody else changed it meanwhile; null for any other failure. */
export function conflictIn(failure: SendFailure): object | null {
  const isConflict = failure instanceof Refusal && failure.error === 'changed_by_other'
  return isConflict ? ((failure.data?.current as object | undefined) ?? null) : null
}
