/** The focus point of a picture, saved with the picture as soon as it is chosen. */
import { useRef, useState } from 'react'
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
  const { mutate } = useWrite(file.focus, { inTurn: true })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The timer outlives the form: a point is saved also where that is closed at once.
  function choose(point: Point) {
    setChosen(point)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => mutate({ url, focus_x: point.x, focus_y: point.y }), pause_ms)
  }
  if (!info.data) return null
  const { focus_x, focus_y } = info.data
  return (
    <FocusPoint
      src={url}
      value={chosen ?? { x: focus_x, y: focus_y }}
      readOnly={readOnly || !can(file.focus)}
      onChange={choose}
    />
  )
}
