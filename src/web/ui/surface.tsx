import { lazyPart } from './lazy-part.tsx'

/** What Dialog, Drawer and confirm stand on: its code is fetched when the first of them opens. */
export const Surface = lazyPart(() => import('./dialog-surface.tsx'), { wanted: ({ open }) => open })
