/** Which upload view is open in the address: '?upload=1' a new file, '?upload=list' the list, '&upload_id=7' one. */
import { useNavigate } from '@tanstack/react-router'
import { idIn, useAddressValue } from '#web/list/use-list.ts'

export interface UploadView {
  /** A new file, the list, or an upload's id; null when closed. */
  view: 'new' | 'list' | number | null
  setView: (view: 'new' | 'list' | number | null) => void
}

export function useUploadView(): UploadView {
  const navigate = useNavigate()
  const [upload] = useAddressValue('upload')
  const [upload_id] = useAddressValue('upload_id')
  const opened_id = idIn(upload_id)
  const tab = upload === null ? null : upload === 'list' ? 'list' : 'new'
  return {
    view: opened_id || tab,
    setView: (view) =>
      void navigate({
        to: '.',
        search: ((now: Record<string, string>) => {
          const { upload: _, upload_id: __, ...rest } = now
          if (view === null) return rest
          if (typeof view === 'number') return { ...rest, upload_id: String(view) }
          return { ...rest, upload: view === 'new' ? '1' : view }
        }) as never,
        state: true as never,
        resetScroll: false,
      }),
  }
}
