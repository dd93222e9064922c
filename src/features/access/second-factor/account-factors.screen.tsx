import { useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { Act, useAct } from '#web/action/act.tsx'
import { ReasonDialog } from '#web/action/reason-dialog.tsx'
import { RejectDialog } from '#web/action/reject-dialog.tsx'
import { rejectVerb } from '#web/action/reject-verb.ts'
import { useRead } from '#web/call/api.ts'
import { useRights } from '#web/session/rights.ts'
import { momentText } from '#web/value/format.ts'
import { whyNot } from '#contract/lifecycle.ts'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { factorReset, proofKinds, resetLife } from './second-factor.contract.ts'

/**
 * Another person's second factors; where they are lost one person asks for their removal and a second one approves it,
 * which ends all sessions of that person.
 */
export function AccountFactors({ user_id }: { user_id: number }) {
  const read = useRead(factorReset.ofAccount, { user_id })
  const [writing, setWriting] = useState<'ask' | 'reject' | null>(null)
  if (read.isPending) return <Skeleton lines={3} />
  if (read.isError)
    return (
      <EmptyState
        kind="error"
        message={read.error.message}
        transid={read.error.transid}
        onRetry={() => void read.refetch()}
      />
    )
  const { factors, is_required, due_at, reset } = read.data
  const emptyText = is_required
    ? `Chưa có, bắt buộc${due_at ? ` từ ${momentText(due_at)}` : ''}.`
    : 'Chưa có; nhóm của người này không bắt buộc.'
  return (
    <Stack>
      {factors.length === 0 && <Text tone="muted">{emptyText}</Text>}
      <RecordList
        items={factors.map((factor) => ({
          key: factor.factor_id,
          icon: factor.kind === 'passkey' ? 'key' : 'shield',
          title: factor.factor_name,
          lines: [`${proofKinds[factor.kind]} · thêm ${momentText(factor.created_at)}`],
        }))}
      />
      {reset && (
        <Banner kind="warning" title="Đang chờ người thứ hai xác nhận gỡ">
          {`${reset.created_by_name} yêu cầu lúc ${momentText(reset.created_at)}. Lý do: ${reset.reason}`}
        </Banner>
      )}
      <ResetActs user_id={user_id} reset={reset} hasFactors={factors.length > 0} onWrite={setWriting} />
      {writing && (
        <Writing user_id={user_id} reset={writing === 'reject' ? reset : null} onClose={() => setWriting(null)} />
      )}
    </Stack>
  )
}

interface ResetActsProps {
  user_id: number
  reset: AnswerOf<typeof factorReset.ofAccount>['reset']
  hasFactors: boolean
  onWrite: (act: 'ask' | 'reject') => void
}

function ResetActs({ user_id, reset, hasFactors, onWrite }: ResetActsProps) {
  const { me } = useRights()
  const approve = useAct(factorReset.approve, {
    success: 'Đã gỡ bước xác minh thứ hai. Mọi phiên của người này đã kết thúc.',
    invalidates: ['cms/account'],
  })
  return (
    <Row>
      {reset ? (
        <>
          <Act
            call={factorReset.approve}
            size="sm"
            busy={approve.pending}
            whyNot={whyNot(resetLife.moves.approve, reset, me)?.message}
            onClick={() => approve.mutate({ reset_id: reset.reset_id })}
          >
            Xác nhận gỡ
          </Act>
          <Act call={factorReset.reject} size="sm" onClick={() => onWrite('reject')}>
            {rejectVerb(reset, me)}
          </Act>
        </>
      ) : (
        <Act
          call={factorReset.ask}
          size="sm"
          whyNot={
            (user_id === me.user_id && 'Hãy tự gỡ ở trang Bảo mật của tôi.') ||
            (!hasFactors && 'Tài khoản này chưa có bước xác minh thứ hai.')
          }
          onClick={() => onWrite('ask')}
        >
          Gỡ vì mất thiết bị
        </Act>
      )}
    </Row>
  )
}

interface WritingProps {
  user_id: number
  /** The request to reject; null to make one. */
  reset: AnswerOf<typeof factorReset.ofAccount>['reset']
  onClose: () => void
}

function Writing({ user_id, reset, onClose }: WritingProps) {
  const ask = useAct(factorReset.ask, { success: 'Đã yêu cầu. Cần người thứ hai xác nhận.', onDone: onClose })
  return reset ? (
    <RejectDialog
      call={factorReset.reject}
      input={{ reset_id: reset.reset_id }}
      created_by={reset.created_by}
      request_name="yêu cầu gỡ"
      onClose={onClose}
    >
      <Text>{`${reset.created_by_name}: ${reset.reason}`}</Text>
    </RejectDialog>
  ) : (
    <ReasonDialog
      title="Gỡ bước xác minh thứ hai"
      about={user_id}
      field={factorReset.ask.input.shape.reason}
      emptyText="Hãy ghi lý do."
      hint="Vì sao phải gỡ, và bạn đã xác nhận với chính người đó bằng cách nào?"
      saveLabel="Gửi yêu cầu"
      saving={ask.pending}
      onSubmit={(reason) => ask.mutate({ user_id, reason })}
      onClose={onClose}
    >
      <Text>
        Sau khi một người khác xác nhận, mọi cách xác minh và mọi phiên của người này mất hiệu lực. Người này sẽ thấy ai
        đã yêu cầu và ai đã xác nhận.
      </Text>
    </ReasonDialog>
  )
}
