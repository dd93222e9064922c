import { useAct } from '#web/action/act.tsx'
import { factsOf } from '#web/record/facts.ts'
import { textOf } from '#web/value/format.ts'
import { ReasonField, useReason } from '#web/action/reason-field.tsx'
import { useRights } from '#web/session/rights.ts'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import type { RowOf } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { Finding, reconciliation } from './reconciliation.contract.ts'

export type FindingRow = RowOf<typeof reconciliation.detail>

const { shape } = Finding
const question = {
  field: reconciliation.resolve.input.shape.resolution,
  emptyText: 'Hãy ghi kết luận.',
  hint: 'Nguyên nhân và cách đã xử lý',
}
const fact_names = ['our_amount', 'their_amount', 'trans_id', 'withdrawal_code', 'detail'] as const
const wide_fields: ReadonlySet<string> = new Set(['detail', 'resolution'])

export default function ResolveDialog({ finding, onClose }: { finding: FindingRow; onClose: () => void }) {
  const { finding_id, version, order_id, kind } = finding
  const reason = useReason(question, `Kết luận ${finding_id}`, finding.resolution ?? '')
  const may = useRights().can(reconciliation.resolve)
  const resolve = useAct(reconciliation.resolve, {
    success: 'Đã ghi kết luận.',
    onDone: onClose,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={textOf(infoOf(shape.kind), kind)}
      description={order_id}
      dirty={reason.changed}
      saveLabel="Ghi kết luận"
      saving={resolve.pending}
      saveWhyNot={reason.whyNot}
      {...(may && { onSubmit: () => resolve.mutate({ finding_id, version, resolution: reason.text }) })}
    >
      <Stack gap={4}>
        <DescriptionList
          items={factsOf(Finding, finding, may ? fact_names : [...fact_names, 'resolution'], { wide: wide_fields })}
        />
        {may && <ReasonField reason={reason} />}
      </Stack>
    </Dialog>
  )
}
