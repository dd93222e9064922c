/** The rights of the signed-in person, for menu and buttons. The server checks every call itself. */
import { createContext, use } from 'react'
import type { Call } from '#contract/call.ts'
import { rightKey, rightsIn, type May } from '#contract/page.ts'

/** An item of the menu; a heading has parent_id 0 and no page_url. */
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
  /** The partner that the person works for; null for the head office. */
  partner_id: number | null
  /** The base store that the person works for. */
  base_id: number | null
  is_admin: boolean
  /** See Decider in contract/person.ts. */
  handled_by: readonly number[]
}

/** The part of the answer about the person's roles that rights are made from. */
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
  /** Whether the person may make the call, or has the right or one of several rights. */
  can: (subject: Call | May) => boolean
  pageAllowed: (url: string) => boolean
}

/** Rights from the server's answer. */
export function rightsFrom({ lsPageInfos: menu, user, userBaseStore }: RoleInfo): Rights {
  const pages = new Set(menu.map((item) => item.page_url).filter(Boolean))
  const grantedKeys = new Set(menu.flatMap(keysOf))
  return {
    me: user,
    store: userBaseStore?.base_name ?? null,
    menu,
    can: (rightOrPage) => {
      const may = typeof rightOrPage === 'object' && 'may' in rightOrPage ? rightOrPage.may : rightOrPage
      if (may === 'admin') return user.is_admin
      const accepted = rightsIn(may)
      return accepted.length === 0 || accepted.some((right) => grantedKeys.has(rightKey(right)))
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

/** The rights of the signed-in person. Only inside the default layout, which loads them first. */
export function useRights(): Rights {
  const rights = use(Context)
  if (rights === null) throw new Error('useRights is called outside of the default layout')
  return rights
}
