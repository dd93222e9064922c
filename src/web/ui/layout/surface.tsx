import { lazyPart } from '#web/ui/base/lazy-part.tsx'

/** The lazily loaded base of Dialog, Drawer and confirm. */
export const Surface = lazyPart(() => import('#web/ui/dialog/dialog-surface.tsx'), { mountWhen: ({ open }) => open })
