import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import css from './qr-code.module.css'

/** A text as a QR code, dark on white in every theme because many scanners read no other. The encoder is loaded when first needed. */
export const QrCode = lazyPart(() => import('./qr-code-drawing.tsx'), { meanwhile: <div className={css.code} /> })
