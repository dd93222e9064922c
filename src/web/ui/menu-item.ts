import type { WhyNot } from './button.tsx'
import type { IconName } from './icon-names.ts'

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
