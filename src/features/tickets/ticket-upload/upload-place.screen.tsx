/** Which part of the uploads is open, as the address says it: '?upload=1' a new file, '?upload=list' those there are, '&upload_id=7' one of them. */
import { useNavigate } from '@tanstack/react-router'
import { idIn, useAddressValue } from '#web/use-list.ts'

export interface UploadPlace {
  /** A new file, the list, the number of one upload; null while none of it is open. */
  shown: 'new' | 'list' | number | null
  show: (what: 'new' | 'list' | number | null) => void
}

export function useUploadPlace(): UploadPlace {
  const navigate = useNavigate()
  const [upload] = useAddressValue('upload')
  const [upload_id] = useAddressValue('upload_id')
  const opened = idIn(upload_id)
  const tab = upload === null ? null : upload === 'list' ? 'list' : 'new'
  return {
    shown: opened || tab,
    show: (what) =>
      void navigate({
        to: '.',
        search: ((now: Record<string, string>) => {
          const { upload: _, upload_id: __, ...others } = now
          if (what === null) return others
          if (typeof what === 'number') return { ...others, upload_id: String(what) }
          return { ...others, upload: what === 'new' ? '1' : what }
        }) as never,
        state: true as never,
        resetScroll: false,
      }),
  }
}
