import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import css from './qr-code.module.css'

/** A text as a QR code, dark on white in every theme because many readers know no other. What encodes it is fetched when first needed. */
export const QrCode = lazyPart(() => import('./qr-code-drawing.tsx'), { meanwhile: <div className={css.code} /> })
