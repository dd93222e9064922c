import { lazyPart } from '#web/ui/base/lazy-part.tsx'

/** What Dialog, Drawer and confirm stand on: its code is fetched when the first of them opens. */
export const Surface = lazyPart(() => import('#web/ui/dialog/dialog-surface.tsx'), { wanted: ({ open }) => open })
