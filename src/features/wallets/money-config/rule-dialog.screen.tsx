/** The form of a rule, beside what it would have decided for last month's prizes. */
import { useState } from 'react'
import * as z from 'zod/mini'
import { useRead } from '#web/call/api.ts'
import { Fields } from '#web/form/editor-dialog.tsx'
import { beginSession, endSession } from '#web/form/editor-session.ts'
import { restored_text } from '#web/form/restored-text.ts'
import { useRecordForm } from '#web/form/use-record-form.tsx'
import type { RowOf } from '#web/list/use-list.ts'
import { choicesOf } from '#web/choices/choice-source.ts'
import { useRights } from '#web/session/rights.ts'
import { Banner } from '#web/ui/message/banner.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { numberText } from '#web/value/format.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { infoOf } from '#contract/schema.ts'
import { groupVip } from '#features/customers/group-vip/group-vip.contract.ts'
import { formChoice, rewardForm } from '#features/rewards/reward/reward.contract.ts'
import { rewardForms } from '#features/rewards/reward-form/reward-form.contract.ts'

type RuleRow = RowOf<typeof rewardForms.list>

const groups = choicesOf(groupVip.list, (row) => ({ value: row.group_vip_id, label: row.name }))
const blankRule = {
  place: 50,
  form: rewardForm.wallet,
  amount_from: 0,
  fee_fixed: 0,
  fee_rate: 0,
  status: 1,
} as const

export default function RuleDialog({ row, onClose }: { row: RuleRow | null; onClose: () => void }) {
  const { can } = useRights()
  const [session] = useState(() =>
    beginSession({ add: rewardForms.add, update: rewardForms.update, blank: blankRule }, row),
  )
  const fields = [
    'form_name',
    'place',
    'form',
    'category',
    ...(can(groupVip.list) ? ['group_vip_id'] : []),
    'handling',
    'amount_from',
    'amount_to',
    'auto_most',
    'second_from',
    'fee_fixed',
    'fee_rate',
    'status',
  ]
  const close = () => {
    endSession(session)
    onClose()
  }
  const record = useRecordForm({
    session,
    fields,
    onSaved: () => {
      toast.success('Đã lưu quy tắc. Áp dụng cho giải lập từ bây giờ.')
      onClose()
    },
  })
  return (
    <Dialog
      open
      size="lg"
      onClose={close}
      title={row ? 'Sửa quy tắc' : 'Thêm quy tắc'}
      description={row?.form_name}
      dirty={record.changed}
      saving={record.pending}
      saveWhyNot={row !== null && !record.changed && 'Chưa có thay đổi nào.'}
      onSubmit={record.save}
    >
      <Stack>
        {record.session.restored && <Banner kind="info">{restored_text}</Banner>}
        <Fields
          record={record}
          fields={fields}
          choices={{ group_vip_id: groups }}
          hints={{
            place: 'Số nhỏ được xét trước',
            amount_from: 'Tính trên tiền thưởng sau thuế',
            auto_most: 'Chỉ với ví, và không quá giới hạn chung; bỏ trống: không tự động',
            second_from: 'Chỉ có tác dụng khi thấp hơn giới hạn chung',
          }}
        />
        <Trial values={record.form.values} reward_form_id={row?.reward_form_id} />
        {record.conflict}
      </Stack>
    </Dialog>
  )
}

const forms = infoOf(formChoice())!.options!
const shape = rewardForms.try.input

/** 'Với các giải tháng trước': recalculated with the typed values as soon as they are valid. */
function Trial({ values, reward_form_id }: { values: object; reward_form_id: number | undefined }) {
  const typedRule = {
    form_name: 'Thử',
    ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)),
  }
  const read = z.safeParse(shape, { ...typedRule, ...(reward_form_id !== undefined && { reward_form_id }) })
  const trial = useRead(rewardForms.try, (read.success ? read.data : {}) as never, { enabled: read.success })
  if (!read.success) return <Text tone="muted">Điền đủ quy tắc để thử với các giải 30 ngày qua.</Text>
  if (!trial.data) return <Text tone="muted">Đang thử với các giải 30 ngày qua…</Text>
  const { tried, changed, forms: by_form } = trial.data
  const name = (form: number) => forms.find(({ value }) => value === form)?.label
  return (
    <Banner kind="info" title={`Với ${numberText(tried)} giải 30 ngày qua: ${numberText(changed)} giải đổi hình thức`}>
      <Stack gap={1}>
        {by_form.map(({ form, before, after, net, auto }) => (
          <Text key={form}>
            {`${name(form)}: ${numberText(before)} → ${numberText(after)} giải, ${moneyText(net)}`}
            {auto > 0 && `, ${numberText(auto)} tự động trả`}
          </Text>
        ))}
      </Stack>
    </Banner>
  )
}
