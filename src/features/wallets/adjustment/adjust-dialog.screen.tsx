/** Adjusts a balance: shows it before and after, and whether a second person is needed. */
import { useState } from 'react'
import { useRead } from '#web/call/api.ts'
import { Fields } from '#web/form/editor-dialog.tsx'
import { beginSession, endSession } from '#web/form/editor-session.ts'
import { Banner } from '#web/ui/message/banner.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { restored_text } from '#web/form/restored-text.ts'
import { useRecordForm } from '#web/form/use-record-form.tsx'
import type { Call } from '#contract/call.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { moneyConfig } from '#features/wallets/money-config/money-config.contract.ts'
import {
  adjustmentDirection,
  adjustmentStatus,
  type AdjustmentDirection,
  type AdjustmentStatus,
} from './adjustment.contract.ts'
import { amountProblem, needsSecondPerson } from './adjustment.rules.ts'

interface AdjustDialogProps {
  call: Call<'write'>
  /** The action, as the button's label. */
  verb: string
  kind: 'wallet' | 'fund'
  direction: AdjustmentDirection
  owner: { account_id: number }
  /** The owner's name for people. */
  name: string
  /** The balance, and how much of it is available. */
  balance: number
  available: number
  invalidates: readonly string[]
  onClose: () => void
}

const fields = ['amount', 'reason']
export default function AdjustDialog(props: AdjustDialogProps) {
  const { call, verb, kind, direction, owner, name, balance, available, invalidates, onClose } = props
  const [session] = useState(() => beginSession({ add: call, blank: owner }, null))
  const limits = useRead(moneyConfig.get, {}).data
  const close = () => {
    endSession(session)
    onClose()
  }
  const record = useRecordForm({
    session,
    fields,
    invalidates,
    onSaved: (answer) => {
      const { adjustment_code, status } = answer as { adjustment_code: string; status: AdjustmentStatus }
      const waits = status === adjustmentStatus.waiting
      toast.success(
        waits
          ? `Đã gửi điều chỉnh ${adjustment_code}, chờ duyệt.`
          : `Đã ${verb.toLocaleLowerCase('vi')} (${adjustment_code}).`,
      )
      onClose()
    },
  })
  const amount = typeof record.form.values.amount === 'number' ? record.form.values.amount : 0
  const problem = limits && amountProblem(limits, { kind, direction, amount, available })
  const waits = limits !== undefined && amount > 0 && !problem && needsSecondPerson(limits, amount)
  return (
    <Dialog
      open
      onClose={close}
      title={verb}
      description={name}
      dirty={record.changed}
      saving={record.pending}
      saveLabel={waits ? 'Gửi duyệt' : verb}
      saveWhyNot={problem?.message}
      onSubmit={record.save}
    >
      <Stack>
        {record.session.restored && <Banner kind="info">{restored_text}</Banner>}
        <DescriptionList
          items={[
            { label: 'Số dư', value: moneyText(balance) },
            {
              label: 'Số dư sau',
              value: amount > 0 && (
                <Text as="span" strong tone={problem ? 'danger' : 'normal'}>
                  {moneyText(balance + direction * amount)}
                </Text>
              ),
            },
            ...(available < balance ? [{ label: 'Khả dụng', value: moneyText(available) }] : []),
          ]}
        />
        <Fields record={record} fields={fields} hints={{ amount: problem?.message }} />
        {waits && (
          <Banner kind="warning" title="Sẽ chờ người khác duyệt">
            {direction === adjustmentDirection.decrease
              ? 'Tiền được tạm giữ ngay và chỉ bị trừ khi người khác duyệt.'
              : 'Tiền chỉ vào khi người khác duyệt.'}{' '}
            Áp dụng từ {moneyText(limits.adjustment_second_from)} một ngày, cộng dồn theo người và theo số dư.
          </Banner>
        )}
      </Stack>
    </Dialog>
  )
}
