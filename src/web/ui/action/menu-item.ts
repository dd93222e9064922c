import type { RefObject } from 'react'
import type { WhyNot } from './button.tsx'
import type { IconName } from '#web/ui/icon/icon-names.ts'

export type MenuItem =
  | {
      label: string
      icon?: IconName
      hint?: string
      danger?: boolean
      whyNot?: WhyNot
      checked?: boolean
      onSelect: () => void
    }
  /** A line between groups, with or without a heading. */
  | { group: string }

/** The position of the popup, and the function that closes it. */
export type OpenMenu = {
  anchor: RefObject<HTMLElement | null>
  align: 'start' | 'end'
  label: string
  onClose: () => void
}
