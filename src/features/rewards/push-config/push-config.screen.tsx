/** The tab 'Đẩy thưởng'; its form is loaded after the tabs stand. */
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'

const PushSettings = lazyPart(() => import('./push-settings.screen.tsx'), { meanwhile: <Skeleton lines={8} /> })

export default function PushConfigScreen() {
  return <PushSettings />
}
