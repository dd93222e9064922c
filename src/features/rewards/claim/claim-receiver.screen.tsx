/** Inputs for the receiver of a prize at the counter, and the way of payment. */
import { moneyText } from '#contract/text/money-text.ts'
import { infoOf } from '#contract/schema.ts'
import type { AnswerOf } from '#contract/call.ts'
import { dayText, phoneText, textOf } from '#web/value/format.ts'
import { Field } from '#web/ui/field/field.tsx'
import { moneyWords } from '#contract/text/money-words.ts'
import { RadioGroup } from '#web/ui/field/radio-group.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { SumLines } from '#web/ui/show/sum-lines.tsx'
import { ClaimableReward, payMethod, type claims, type PayMethod } from './claim.contract.ts'
import type { ClaimInput } from './claim.rules.ts'

export type Prize = AnswerOf<typeof claims.find>['items'][number]
export type ClaimDraft = ClaimInput & { msisdn: string }

export interface ClaimPartProps {
  prize: Prize
  draft: ClaimDraft
  change: (part: Partial<ClaimDraft>) => void
}

/** The inputs that can be refused here, at which the refusal is shown. */
export const receiver_names = ['full_name', 'msisdn', 'id_number', 'transfer_ref'] as const

/** With what was refused, by the name of the field. */
export interface RefusableProps extends ClaimPartProps {
  errors: Partial<Record<string, string>>
}

const { shape } = ClaimableReward

export const drawOf = ({ area_name, category, open_date }: Prize) =>
  `${area_name ?? textOf(infoOf(shape.category), category)} ${dayText(open_date)}`

export function Receiver({ prize, draft, change, errors }: RefusableProps) {
  const { prizes, gross, tax, fee, net, needs_papers, needs_two, msisdn, full_name } = prize
  return (
    <Stack gap={4}>
      <Stack gap={1}>
        <Text strong>{drawOf(prize)}</Text>
        <SumLines
          lines={[
            { label: prizes, value: moneyText(gross) },
            { label: 'Thuế TNCN', value: tax > 0 ? `−${moneyText(tax)}` : moneyText(0) },
            { label: 'Phí', value: fee > 0 ? `−${moneyText(fee)}` : moneyText(0) },
          ]}
          sum={{ label: 'Thực nhận', value: moneyText(net) }}
        />
        <Text tone="muted">{moneyWords(net)}</Text>
      </Stack>
      <Field label="Họ tên khách" hint={`Trên đơn: ${full_name ?? 'không có tên'}`} error={errors.full_name} required>
        <TextInput value={draft.full_name} onChange={(name) => change({ full_name: name })} maxLength={100} />
      </Field>
      <Field label="SĐT khách" hint={`Trên đơn: ${msisdn ? phoneText(msisdn) : 'không có số'}`} error={errors.msisdn}>
        <TextInput
          value={draft.msisdn}
          onChange={(number) => change({ msisdn: number })}
          inputMode="tel"
          maxLength={20}
        />
      </Field>
      <Field label="Số căn cước hoặc hộ chiếu" error={errors.id_number} required={needs_papers}>
        <TextInput value={draft.id_number ?? ''} onChange={(id_number) => change({ id_number })} maxLength={20} />
      </Field>
      <Field label="Trả bằng" group>
        <RadioGroup
          value={draft.pay_method}
          onChange={(pay_method) => change({ pay_method: pay_method as PayMethod })}
          options={[
            { value: payMethod.cash, label: 'Tiền mặt', hint: 'Trả ngay từ két của quầy' },
            { value: payMethod.transfer, label: 'Chuyển khoản', hint: 'Đã chuyển từ tài khoản của công ty' },
          ]}
        />
      </Field>
      {draft.pay_method === payMethod.transfer && (
        <Field label="Mã giao dịch ngân hàng" error={errors.transfer_ref} required>
          <TextInput
            value={draft.transfer_ref ?? ''}
            onChange={(transfer_ref) => change({ transfer_ref })}
            maxLength={50}
          />
        </Field>
      )}
      {needs_two && (
        <Banner kind="info" title="Cần hai người">
          Người thứ hai đang có mặt nhìn vé thật rồi duyệt bằng tài khoản của mình. Chưa có đồng nào rời quỹ trước đó.
        </Banner>
      )}
    </Stack>
  )
}
