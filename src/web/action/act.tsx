/** Things a person may do: hidden without the right, present but explained when they are not possible now. */
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { areaOf, invalidate, useWrite } from '#web/call/api.ts'
import { conflictIn, showFailure } from '#web/call/failure-toast.ts'
import { useRights } from '#web/session/rights.ts'
import { ariaKeys, keys } from '#web/palette/keys.ts'
import type { Submit } from '#web/call/submit.ts'
import { Button, type ButtonVariant, type WhyNot } from '#web/ui/action/button.tsx'
import type { Question } from '#web/ui/dialog/confirm-dialog.tsx'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import type { IconName } from '#web/ui/icon/icon-names.ts'
import type { MenuItem } from '#web/ui/action/menu-item.ts'
import { toast } from '#web/ui/message/toast-store.ts'

export interface ActProps {
  call: Call
  onClick: () => void
  whyNot?: WhyNot
  icon?: IconName
  variant?: ButtonVariant
  size?: 'md' | 'sm'
  busy?: boolean
  /** The key that presses it, where it has one of its own. */
  'aria-keyshortcuts'?: string
  children: ReactNode
}

export function Act({ call, ...button }: ActProps) {
  const { can } = useRights()
  // What adds to a page looks the same on all of them, and has the same key.
  const adds = button.variant === 'primary' && button.icon === 'plus'
  return can(call) ? <Button {...(adds && { 'aria-keyshortcuts': ariaKeys(keys.add) })} {...button} /> : null
}

/** One line of what can be done to a row: as an icon in the table, or as words in its menu. */
export interface RowAct {
  call: Call
  label: string
  icon?: IconName
  run: () => void
  /** Asked first: a sentence that names the row. */
  confirm?: string | Question
  whyNot?: WhyNot
  danger?: boolean
}

/** Does an act, after its question. */
export async function runAct(act: RowAct): Promise<void> {
  if (act.whyNot) return
  if (act.confirm) {
    const question: Question = typeof act.confirm === 'string' ? { message: act.confirm } : act.confirm
    const words = { confirmLabel: act.label, ...(act.danger && { danger: true }) }
    if (!(await confirm({ ...words, ...question }))) return
  }
  act.run()
}

export function menuItemsOf(acts: readonly RowAct[]): MenuItem[] {
  return acts.map((act) => ({
    label: act.label,
    ...(act.icon && { icon: act.icon }),
    ...(act.danger && { danger: true }),
    whyNot: act.whyNot,
    onSelect: () => void runAct(act),
  }))
}

interface ActWords<C extends Call<'write'>> {
  /** What is said when it is done. */
  done: string | ((input: InputOf<C>, answer: AnswerOf<C>) => string)
  onDone?: (answer: AnswerOf<C>, input: InputOf<C>) => unknown
  /** Somebody else has changed the record: instead of a toast, with the record as it is now. */
  onConflict?: (current: object) => void
  invalidates?: readonly string[]
}

/** A write by a button, without a form: a toast tells that it is done, or why not. */
export function useAct<C extends Call<'write'>>(
  call: C,
  { done, onDone, onConflict, invalidates }: ActWords<C>,
): Submit<C> {
  const client = useQueryClient()
  const submit: Submit<C> = useWrite(call, {
    ...(invalidates && { invalidates }),
    onSuccess: (answer, input) => {
      toast.success(typeof done === 'string' ? done : done(input, answer))
      return onDone?.(answer, input)
    },
    onFailure: (failure) => {
      const current = onConflict && conflictIn(failure)
      if (current) onConflict(current)
      else showFailure(failure, { retry: () => submit.retry() })
      // What was refused is not as it was shown.
      void invalidate(client, [areaOf(call)])
    },
  })
  return submit
}
