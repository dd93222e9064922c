import { Banner } from '#web/ui/message/banner.tsx'
import { restored_text } from './restored-text.ts'

/** Stands above what was typed before a reload or the end of the session; pages load it only then. */
export default function RestoredBanner() {
  return <Banner kind="info">{restored_text}</Banner>
}
