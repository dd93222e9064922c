/** The page of the menu that is on screen, for the parts that depend on what it offers. */
import { createContext, use } from 'react'
import type { Page } from '#contract/page.ts'

const Context = createContext<Page | null>(null)
export const PageProvider = Context.Provider

/** The page of the nearest `ListScreen` or other provider; null outside of one. */
export function usePage(): Page | null {
  return use(Context)
}
