import { navigate } from '#web/route/location.ts'
import { idIn, useAddressValue } from '#web/list/use-list.ts'

export interface UploadView {
  /** A new file, the list, or an upload's id; null when closed. */
  view: 'new' | 'list' | number | null
  setView: (view: 'new' | 'list' | number | null) => void
}

/** Which upload view is open in the address: '?upload=1' a new file, '?upload=list' the list, '&upload_id=7' one. */
export function useUploadView(): UploadView {
  const [upload] = useAddressValue('upload')
  const [upload_id] = useAddressValue('upload_id')
  const opened_id = idIn(upload_id)
  const tab = upload === null ? null : upload === 'list' ? 'list' : 'new'
  return {
    view: opened_id || tab,
    setView: (view) =>
      navigate({
        search: (now) => ({
          ...now,
          upload: view === 'new' ? '1' : view === 'list' ? view : null,
          upload_id: typeof view === 'number' ? view : null,
        }),
        keyword: true,
        keepScroll: true,
      }),
  }
}
