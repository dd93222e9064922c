import { useMemo } from 'react'
import { qrPath } from './qr-path.ts'
import css from './qr-code.module.css'

export default function QrCodeDrawing({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => qrPath(text), [text])
  return (
    <svg className={css.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} fill="currentColor" />
    </svg>
  )
}
