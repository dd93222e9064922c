/** Buttons and menu items bound to a call: hidden without the right, disabled with an explanation when the action is not possible now. */
import type { ReactNode } from 'react'
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { useWrite } from '#web/call/api.ts'
import { useRights } from '#web/session/rights.ts'
import { ariaKeys, keys } from '#web/palette/keys.ts'
import type { Submission, SubmitOptions } from '#web/call/submit.ts'
import { Button, type ButtonVariant, type WhyNot } from '#web/ui/action/button.tsx'
import { focusUnreadable } from '#web/ui/field/unreadable.ts'
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
  /** The key that clicks it; see palette/keys.ts. */
  'aria-keyshortcuts'?: string
  children: ReactNode
}

/** A button for a call. The primary one of a panel does nothing while a field there cannot be read. */
export function Act({ call, onClick, ...button }: ActProps) {
  const { can } = useRights()
  // The add button looks the same on every page and has the key N.
  const isAddButton = button.variant === 'primary' && button.icon === 'plus'
  const saves = button.variant === 'primary' && !isAddButton
  return can(call) ? (
    <Button
      {...(isAddButton && { 'aria-keyshortcuts': ariaKeys(keys.add) })}
      {...button}
      onClick={({ currentTarget }) => {
        if (!saves || !focusUnreadable(currentTarget.closest('section'))) onClick()
      }}
    />
  ) : null
}

/** An action on a row or record: an icon button in the table, a labelled button, or a menu item. */
export interface RowAct {
  call: Call
  label: string
  icon?: IconName
  run: () => void
  /** A confirmation before it runs: a question that names the row. */
  confirm?: string | Question
  whyNot?: WhyNot
  danger?: boolean
}

/** Runs an action, after its confirmation. */
export async function runAct(act: RowAct): Promise<void> {
  if (act.whyNot) return
  if (act.confirm) {
    const question: Question = typeof act.confirm === 'string' ? { message: act.confirm } : act.confirm
    const defaults = { confirmLabel: act.label, ...(act.danger && { danger: true }) }
    if (!(await confirm({ ...defaults, ...question }))) return
  }
  act.run()
}

/** The actions as items of a menu. */
export function menuItemsOf(acts: readonly RowAct[]): MenuItem[] {
  return acts.map((act) => ({
    label: act.label,
    ...(act.icon && { icon: act.icon }),
    ...(act.danger && { danger: true }),
    whyNot: act.whyNot,
    onSelect: () => void runAct(act),
  }))
}

interface ActOptions<C extends Call<'write'>> extends Pick<SubmitOptions<C>, 'inTurn' | 'onFailure'> {
  /** The toast after success. */
  success: string | ((input: InputOf<C>, answer: AnswerOf<C>) => string)
  onDone?: (answer: AnswerOf<C>, input: InputOf<C>) => unknown
  onConflict?: (current: object) => void
  invalidates?: readonly string[]
}

/** A write by a button, without a form: toasts show success and failure. */
export function useAct<C extends Call<'write'>>(
  call: C,
  { success, onDone, ...options }: ActOptions<C>,
): Submission<C> {
  return useWrite(call, {
    inTurn: true,
    ...options,
    onSuccess: (answer, input) => {
      toast.success(typeof success === 'string' ? success : success(input, answer))
      return onDone?.(answer, input)
    },
  })
}
