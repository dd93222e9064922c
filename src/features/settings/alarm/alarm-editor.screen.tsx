/** Edits one kind of alarm: on or off, limits and receivers; and raises a test alarm. */
import { useState } from 'react'
import { Act, useAct } from '#web/action/act.tsx'
import { useWrite } from '#web/call/api.ts'
import { showFailure } from '#web/call/failure-toast.ts'
import { Refusal } from '#web/call/send.ts'
import { useRights } from '#web/session/rights.ts'
import { Button } from '#web/ui/action/button.tsx'
import { MultiCombobox } from '#web/ui/choice/multi-combobox.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { MoneyInput } from '#web/ui/field/money-input.tsx'
import { NumberInput } from '#web/ui/field/number-input.tsx'
import { Switch } from '#web/ui/field/switch.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { FullWidth, Grid } from '#web/ui/layout/grid.tsx'
import { Row } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { alarmConfig, type AlarmRuleRow } from './alarm.contract.ts'
import { limitFaults, limit_names, limitsOf, type LimitName, type Limits } from './alarm.rules.ts'

export type RuleValues = Limits & { status: 0 | 1; groups: number[]; users: number[] }

interface Receiver {
  id: number
  name: string
}

interface Props {
  rule: AlarmRuleRow
  name: string
  /** Values from the history; null to start with the current ones. */
  start: RuleValues | null
  receivers: { groups: readonly Receiver[]; users: readonly Receiver[] }
  mailFrom: string | null
}

export default function AlarmEditor({ rule, name, start, receivers, mailFrom }: Props) {
  const { can } = useRights()
  const mayChange = can(alarmConfig.update)
  const now = valuesOf(rule)
  const [values, setValues] = useState<RuleValues>(start ?? now)
  const [reason, setReason] = useState('')
  const [fields, setFields] = useState<Record<string, string>>({})
  const trial = useAct(alarmConfig.try, {
    success:
      mailFrom === null
        ? 'Đã gửi cảnh báo thử: xem ở trang chủ.'
        : 'Đã gửi cảnh báo thử: xem ở trang chủ và trong hộp thư của bạn.',
    invalidates: ['cms/alarm'],
  })
  const save = useWrite(alarmConfig.update, {
    invalidates: ['cms/alarm', 'cms/audit'],
    onSuccess: () => void toast.success(`Đã lưu cảnh báo “${name}”.`),
    onFailure: (failure) => {
      const faults = failure instanceof Refusal ? failure.data?.fields : undefined
      if (faults && Object.keys(faults).length > 0) setFields(faults)
      else showFailure(failure)
    },
  })
  const change = (changes: Partial<RuleValues>) => {
    setFields({})
    setValues((old) => ({ ...old, ...changes }))
  }
  const isSame = JSON.stringify(values) === JSON.stringify(now)
  const submit = () => {
    const faults = limitFaults(rule.kind, values)
    setFields(faults)
    if (Object.keys(faults).length > 0) return
    save.mutate({ kind: rule.kind, ...values, reason: reason.trim() === '' ? null : reason, version: rule.version })
  }
  const limit = (field: LimitName) => {
    const binding = { value: values[field], onChange: (value: number | null) => change({ [field]: value }) }
    return (
      <Field key={field} label={limitsOf[rule.kind][field]!} required error={fields[field]}>
        {field === 'least_amount' ? (
          <MoneyInput {...binding} readOnly={!mayChange} />
        ) : (
          <NumberInput {...binding} min={1} readOnly={!mayChange} />
        )}
      </Field>
    )
  }
  return (
    <Panel
      title={name}
      actions={
        mayChange && (
          <Row>
            <Act
              call={alarmConfig.try}
              icon="bell"
              busy={trial.pending}
              onClick={() => trial.mutate({ kind: rule.kind })}
            >
              Thử cảnh báo
            </Act>
            {!isSame && <Button onClick={() => change(now)}>Bỏ</Button>}
            <Act
              call={alarmConfig.update}
              variant="primary"
              busy={save.pending}
              whyNot={isSame && 'Chưa có thay đổi nào.'}
              onClick={submit}
            >
              Lưu
            </Act>
          </Row>
        )
      }
    >
      <Grid columns={2}>
        <FullWidth>
          <Switch
            checked={values.status === 1}
            label={values.status === 1 ? 'Đang theo dõi' : 'Không theo dõi'}
            whyNot={!mayChange && 'Bạn không có quyền sửa.'}
            onChange={(is_on) => change({ status: is_on ? 1 : 0 })}
          />
        </FullWidth>
        {limit_names.filter((field) => field in limitsOf[rule.kind]).map(limit)}
        {Object.keys(limitsOf[rule.kind]).length === 0 && (
          <FullWidth>
            <Text tone="muted">Mỗi quỹ có mức cảnh báo riêng, đặt ở trang Tài khoản trả thưởng.</Text>
          </FullWidth>
        )}
        <Field label="Nhóm được báo" error={fields.groups} hint="Để trống cả hai: ai xem được thẻ này đều được báo">
          <MultiCombobox
            value={values.groups}
            onChange={(groups) => change({ groups })}
            options={optionsOf(receivers.groups)}
            disabled={!mayChange}
          />
        </Field>
        <Field label="Người được báo" error={fields.users}>
          <MultiCombobox
            value={values.users}
            onChange={(users) => change({ users })}
            options={optionsOf(receivers.users)}
            disabled={!mayChange}
          />
        </Field>
        <FullWidth>
          <Text size="sm" tone="muted">
            {mailFrom === null
              ? 'Chưa cấu hình máy chủ thư (SMTP): cảnh báo chỉ hiện trên màn hình.'
              : `Ai được báo và có email thì nhận cả thư, gửi từ ${mailFrom}.`}
          </Text>
        </FullWidth>
        {mayChange && (
          <FullWidth>
            <Field label="Lý do" error={fields.reason}>
              <TextInput value={reason} onChange={setReason} maxLength={200} />
            </Field>
          </FullWidth>
        )}
      </Grid>
    </Panel>
  )
}

const optionsOf = (all: readonly Receiver[]) => all.map(({ id, name }) => ({ value: id, label: name }))

function valuesOf(rule: AlarmRuleRow): RuleValues {
  const limits = Object.fromEntries(limit_names.map((name) => [name, rule[name] ?? null])) as Limits
  return { status: rule.status, ...limits, groups: rule.groups, users: rule.users }
}
