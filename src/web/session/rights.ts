/** What the signed-in person may do. The server decides on every call; this is what buttons and the menu explain by. */
import { createContext, use } from 'react'
import type { Call } from '#contract/call.ts'
import { rightKey, rightsIn, type May } from '#contract/page.ts'

/** One line of the menu: a heading has parent_id 0 and no page_url. */
export interface MenuItem {
  id: number
  parent_id: number
  page_name: string
  page_icon: string
  page_url: string
  isOpen: boolean
  role_list: string
}

export interface Me {
  user_id: number
  user_name: string
  full_name: string
  /** The agent whose operator this is; null for the head office. */
  partner_id: number | null
  /** The base store whose person this is. */
  base_id: number | null
  is_admin: boolean
  /** Who lately had their hands on this account. */
  handled_by: readonly number[]
}

/** What the look-up of roles answers, as far as the shell needs it. */
export interface RoleInfo {
  lsPageInfos: readonly MenuItem[]
  userBaseStore: { base_name: string } | null
  user: Me
}

export interface Rights {
  me: Me
  /** The name of the person's base store. */
  store: string | null
  menu: readonly MenuItem[]
  /** Whether a call, a right, or any one of several rights is held. */
  can: (what: Call | May) => boolean
  pageAllowed: (url: string) => boolean
}

export function rightsFrom({ lsPageInfos: menu, user, userBaseStore }: RoleInfo): Rights {
  const pages = new Set(menu.map((item) => item.page_url).filter(Boolean))
  const held = new Set(menu.flatMap(keysOf))
  return {
    me: user,
    store: userBaseStore?.base_name ?? null,
    menu,
    can: (what) => {
      const may = typeof what === 'object' && 'may' in what ? what.may : what
      if (may === 'admin') return user.is_admin
      const wanted = rightsIn(may)
      return wanted.length === 0 || wanted.some((right) => held.has(rightKey(right)))
    },
    pageAllowed: (url) => pages.has(url),
  }
}

function keysOf({ page_url, role_list }: MenuItem): string[] {
  return role_list
    .split(',')
    .filter(Boolean)
    .map((role) => `${page_url}#${role}`)
}

const Context = createContext<Rights | null>(null)
export const RightsProvider = Context.Provider

/** The rights of the signed-in person; only below the default layout, which loads them first. */
export function useRights(): Rights {
  const rights = use(Context)
  if (rights === null) throw new Error('useRights is called outside of the default layout')
  return rights
}
