import { useSyncExternalStore } from 'react'

/** A hook that tells whether the window matches a media query. */
export function mediaHook(query: string): () => boolean {
  const media = matchMedia(query)
  const subscribe = (listener: () => void) => {
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  return function useMedia() {
    return useSyncExternalStore(subscribe, () => media.matches)
  }
}
