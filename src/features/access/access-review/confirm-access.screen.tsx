/** What one person may do and last did, to be read before confirming it. */
import { useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { useAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { useRights } from '#web/session/rights.ts'
import { agoText } from '#web/value/ago.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { TextArea } from '#web/ui/field/text-area.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { accessReview } from './access-review.contract.ts'

export type AccessRow = AnswerOf<typeof accessReview.list>['items'][number]

const rights_page_size = 300

export default function ConfirmAccess({ row, onClose }: { row: AccessRow; onClose: () => void }) {
  const { user_id, right_count, rights_digest, full_name, conflicts } = row
  const { can, me } = useRights()
  const [note, setNote] = useState(row.note ?? '')
  const rights = useRead(accessReview.rights, { user_id, page_size: rights_page_size })
  const confirm = useAct(accessReview.confirm, { success: `Đã rà soát quyền của ${full_name}.`, onDone: onClose })
  const whyNot =
    (user_id === me.user_id && 'Không ai tự rà soát quyền của chính mình.') ||
    (!can(accessReview.confirm) && 'Bạn không có quyền xác nhận.') ||
    (conflicts !== null && note.trim() === '' && 'Hãy ghi vì sao vẫn để các việc này chung một người.')
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Quyền của ${full_name}`}
      description={`${row.user_name} · ${row.groups ?? 'không thuộc nhóm nào'} · ${right_count} quyền`}
      size="lg"
      dirty={note !== (row.note ?? '')}
      onSubmit={() => confirm.mutate({ user_id, right_count, rights_digest, note: note.trim() || null })}
      saveLabel={`Xác nhận ${right_count} quyền còn đúng`}
      saving={confirm.pending}
      saveWhyNot={whyNot}
    >
      <Stack>
        {conflicts && (
          <Banner kind="warning" title="Không nên chung một người">
            {conflicts}
          </Banner>
        )}
        {rights.isPending && <Skeleton lines={8} />}
        {rights.isError && (
          <EmptyState
            kind="error"
            message={rights.error.message}
            transid={rights.error.transid}
            onRetry={() => void rights.refetch()}
          />
        )}
        {rights.data && (
          <RecordList
            items={rights.data.items.map((page) => ({
              key: page.page_name,
              title: page.page_name,
              lines: [
                page.roles,
                page.last_used_at
                  ? `Thao tác ghi gần nhất ${agoText(page.last_used_at)}`
                  : 'Không ghi gì trong 100 ngày qua',
              ],
            }))}
          />
        )}
        <Field label="Ghi chú rà soát">
          <TextArea value={note} onChange={setNote} limit={500} rows={2} />
        </Field>
      </Stack>
    </Dialog>
  )
}
