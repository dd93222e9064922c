/** Edits one kind of alarm: on or off, limits and receivers; and raises a test alarm. */
import { useEffect, useState } from 'react'
import { ariaKeys, keys } from '#web/palette/keys.ts'
import { Act, useAct } from '#web/action/act.tsx'
import { useWrite } from '#web/call/api.ts'
import type { Typing } from '#web/form/editor-base.tsx'
import { showAtFields } from '#web/form/first-error.ts'
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
import { limitFaults, limit_names, limitsOf, ruleValuesOf, type RuleValues } from './alarm.rules.ts'

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
  typing: Typing<TypedRule>
}

/** What is typed in the editor. */
export interface TypedRule {
  values: RuleValues
  reason: string
}

export default function AlarmEditor({ rule, name, start, receivers, mailFrom, typing }: Props) {
  const { can } = useRights()
  const mayChange = can(alarmConfig.update)
  const form = useRuleForm({ rule, name, start, typing })
  return (
    <Panel title={name} actions={mayChange && <EditorActions rule={rule} form={form} mailFrom={mailFrom} />}>
      <Grid columns={2}>
        <FullWidth>
          <Switch
            checked={form.values.status === 1}
            label={form.values.status === 1 ? 'Đang theo dõi' : 'Không theo dõi'}
            whyNot={!mayChange && 'Bạn không có quyền sửa.'}
            onChange={(is_on) => form.change({ status: is_on ? 1 : 0 })}
          />
        </FullWidth>
        <LimitFields rule={rule} form={form} readOnly={!mayChange} />
        <ReceiverFields form={form} receivers={receivers} disabled={!mayChange} />
        <FullWidth>
          <Text size="sm" tone="muted">
            {mailFrom === null
              ? 'Chưa cấu hình máy chủ thư (SMTP): cảnh báo chỉ hiện trên màn hình.'
              : `Ai được báo và có email thì nhận cả thư, gửi từ ${mailFrom}.`}
          </Text>
        </FullWidth>
        {mayChange && (
          <FullWidth>
            <Field label="Lý do" error={form.errors.reason}>
              <TextInput value={form.reason} onChange={form.setReason} maxLength={200} />
            </Field>
          </FullWidth>
        )}
      </Grid>
    </Panel>
  )
}

type RuleForm = ReturnType<typeof useRuleForm>

function useRuleForm({ rule, name, start, typing }: Pick<Props, 'rule' | 'name' | 'start' | 'typing'>) {
  const { before, onTyped } = typing
  const savedValues = ruleValuesOf(rule)
  const [values, setValues] = useState<RuleValues>(before?.values ?? start ?? savedValues)
  const [reason, setReason] = useState(before?.reason ?? '')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const save = useWrite(alarmConfig.update, {
    invalidates: ['cms/alarm'],
    onSuccess: () => {
      onTyped(null)
      toast.success(`Đã lưu cảnh báo “${name}”.`)
    },
    onFailure: (failure) => showAtFields(failure, setErrors),
  })
  const isUnchanged = JSON.stringify(values) === JSON.stringify(savedValues)
  const isEdited = !isUnchanged || reason !== ''
  useEffect(() => onTyped(isEdited ? { values, reason } : null), [onTyped, isEdited, values, reason])
  function change(changes: Partial<RuleValues>) {
    setErrors({})
    setValues((old) => ({ ...old, ...changes }))
  }
  function submit() {
    const faults = limitFaults(rule.kind, values)
    setErrors(faults)
    if (Object.keys(faults).length > 0) return
    save.mutate({ kind: rule.kind, ...values, reason: reason.trim() === '' ? null : reason, version: rule.version })
  }
  return {
    values,
    change,
    reset: () => {
      change(savedValues)
      setReason('')
    },
    reason,
    setReason,
    errors,
    isUnchanged,
    saving: save.pending,
    submit,
  }
}

function EditorActions({ rule, form, mailFrom }: Pick<Props, 'rule' | 'mailFrom'> & { form: RuleForm }) {
  const trial = useAct(alarmConfig.try, {
    success:
      mailFrom === null
        ? 'Đã gửi cảnh báo thử: xem ở trang chủ.'
        : 'Đã gửi cảnh báo thử: xem ở trang chủ và trong hộp thư của bạn.',
    invalidates: ['cms/alarm'],
  })
  return (
    <Row>
      <Act call={alarmConfig.try} icon="bell" busy={trial.pending} onClick={() => trial.mutate({ kind: rule.kind })}>
        Thử cảnh báo
      </Act>
      {!form.isUnchanged && <Button onClick={form.reset}>Bỏ</Button>}
      <Act
        call={alarmConfig.update}
        variant="primary"
        aria-keyshortcuts={ariaKeys(keys.save)}
        busy={form.saving}
        whyNot={form.isUnchanged && 'Chưa có thay đổi nào.'}
        onClick={form.submit}
      >
        Lưu
      </Act>
    </Row>
  )
}

function LimitFields({ rule, form, readOnly }: { rule: AlarmRuleRow; form: RuleForm; readOnly: boolean }) {
  const labels = limitsOf[rule.kind]
  if (Object.keys(labels).length === 0)
    return (
      <FullWidth>
        <Text tone="muted">Mỗi quỹ có mức cảnh báo riêng, đặt ở trang Tài khoản trả thưởng.</Text>
      </FullWidth>
    )
  return limit_names
    .filter((name) => name in labels)
    .map((name) => {
      const binding = {
        value: form.values[name],
        onChange: (value: number | null) => form.change({ [name]: value }),
        readOnly,
      }
      return (
        <Field key={name} label={labels[name]!} required error={form.errors[name]}>
          {name === 'least_amount' ? <MoneyInput {...binding} /> : <NumberInput {...binding} min={1} />}
        </Field>
      )
    })
}

function ReceiverFields({
  form,
  receivers,
  disabled,
}: Pick<Props, 'receivers'> & { form: RuleForm; disabled: boolean }) {
  const { values, errors, change } = form
  return (
    <>
      <Field label="Nhóm được báo" error={errors.groups} hint="Để trống cả hai: ai xem được thẻ này đều được báo">
        <MultiCombobox
          value={values.groups}
          onChange={(groups) => change({ groups })}
          options={optionsOf(receivers.groups)}
          disabled={disabled}
        />
      </Field>
      <Field label="Người được báo" error={errors.users}>
        <MultiCombobox
          value={values.users}
          onChange={(users) => change({ users })}
          options={optionsOf(receivers.users)}
          disabled={disabled}
        />
      </Field>
    </>
  )
}

const optionsOf = (all: readonly Receiver[]) => all.map(({ id, name }) => ({ value: id, label: name }))
