/** The focus point of a picture, saved with the picture as soon as it is chosen. */
import { useEffect, useState } from 'react'
import { useRead, useWrite } from '#web/call/api.ts'
import { useRights } from '#web/session/rights.ts'
import { FocusPoint, type Point } from '#web/ui/picture/focus-point.tsx'
import { file } from './file.contract.ts'

/** Saved once after a movement, not for each step of it. */
const pause_ms = 500

export default function PictureFocus({ url, readOnly = false }: { url: string; readOnly?: boolean }) {
  const { can } = useRights()
  const info = useRead(file.info, { url }, { enabled: can(file.info) })
  const [chosen, setChosen] = useState<Point | null>(null)
  const { mutate } = useWrite(file.focus)
  useEffect(() => {
    if (!chosen) return
    const timer = setTimeout(() => mutate({ url, focus_x: chosen.x, focus_y: chosen.y }), pause_ms)
    return () => clearTimeout(timer)
    // `write` is a new function at each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [chosen, url])
  if (!info.data) return null
  const { focus_x, focus_y } = info.data
  return (
    <FocusPoint
      src={url}
      value={chosen ?? { x: focus_x, y: focus_y }}
      readOnly={readOnly || !can(file.focus)}
      onChange={setChosen}
    />
  )
}
