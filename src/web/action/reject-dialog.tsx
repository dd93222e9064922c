import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import type { Call, InputOf } from '#contract/call.ts'
import { useRights } from '#web/session/rights.ts'
import { useAct } from './act.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { rejectVerb } from './reject-verb.ts'

type RejectCall = Call<'write', z.ZodMiniObject<{ reason: z.ZodMiniType<string | null | undefined> }>>

interface RejectDialogProps<C extends RejectCall> {
  call: C
  /** The call's input but for the reason: the request's key and version. */
  input: Omit<InputOf<C>, 'reason'>
  created_by: number | null
  /** What is rejected, as in 'Từ chối yêu cầu xóa'. */
  request_name: string
  /** Under the title: whose request it is. */
  description?: string
  invalidates?: readonly string[]
  onDone?: () => void
  onClose: () => void
  /** What stays as it is when it is rejected. */
  children: ReactNode
}

/**
 * The dialog in which a second person rejects a request with a reason, or whoever made it withdraws it, which needs none where the call allows it.
 */
export function RejectDialog<C extends RejectCall>(props: RejectDialogProps<C>) {
  const { call, input, created_by, request_name, description, invalidates, onDone, onClose, children } = props
  const { me } = useRights()
  const verb = rejectVerb({ created_by }, me)
  const field = call.input.shape.reason
  const isOptional = created_by === me.user_id && z.safeParse(field, null).success
  const reject = useAct(call, {
    success: `Đã ${verb.toLocaleLowerCase('vi')} ${request_name}.`,
    ...(invalidates && { invalidates }),
    onDone: onDone ?? onClose,
  })
  return (
    <ReasonDialog
      title={`${verb} ${request_name}`}
      description={description}
      // Without the version: a text that was typed stays when somebody else changes the record meanwhile.
      about={JSON.stringify({ ...input, version: undefined })}
      field={field}
      emptyText={isOptional ? null : 'Hãy ghi lý do.'}
      saveLabel={verb}
      saving={reject.pending}
      onSubmit={(reason) => reject.mutate({ ...input, reason: reason.trim() === '' ? null : reason } as InputOf<C>)}
      onClose={onClose}
    >
      {children}
    </ReasonDialog>
  )
}
