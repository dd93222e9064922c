import { mediaHook } from '#web/ui/base/media-hook.ts'

/** Whether the window is as narrow as a phone. */
export const useNarrow = mediaHook('(max-width: 640px)')
