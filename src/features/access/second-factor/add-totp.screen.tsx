import { useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { useWrite } from '#web/call/api.ts'
import { showFailure } from '#web/call/failure-toast.ts'
import { Refusal } from '#web/call/send.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { QrCode } from '#web/ui/picture/qr-code.tsx'
import { SecretText } from '#web/ui/show/secret-text.tsx'
import { secondFactor } from './second-factor.contract.ts'

export interface AddFactorProps {
  /** Called with the recovery codes when it is the first factor. */
  onAdded: (recovery_codes: readonly string[] | null) => void
  onClose: () => void
}

/** Adds an authenticator app: it reads the secret and shows six digits, and the first ones prove that it has the secret. */
export default function AddTotp({ onAdded, onClose }: AddFactorProps) {
  const [enrolment, setEnrolment] = useState<AnswerOf<typeof secondFactor.beginTotp> | null>(null)
  const [name, setName] = useState('Điện thoại của tôi')
  const [code, setCode] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const begin = useWrite(secondFactor.beginTotp, {
    onSuccess: setEnrolment,
    onFailure: (failure) => {
      showFailure(failure)
      onClose()
    },
  })
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    begin.mutate({})
  })
  const confirm = useWrite(secondFactor.confirmTotp, {
    onSuccess: ({ recovery_codes }) => onAdded(recovery_codes),
    onFailure: (failure) => {
      const fields = failure instanceof Refusal ? failure.data?.fields : undefined
      if (fields) setErrors(fields)
      else showFailure(failure)
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Thêm ứng dụng tạo mã"
      description="Google Authenticator, Microsoft Authenticator, 1Password và các ứng dụng tương tự."
      size="sm"
      onSubmit={() => enrolment && confirm.mutate({ factor_id: enrolment.factor_id, factor_name: name, code })}
      saveLabel="Xác nhận"
      saving={confirm.pending}
      saveWhyNot={(!enrolment && 'Đang tải.') || (code === '' && 'Nhập mã mà ứng dụng đang hiện.')}
    >
      {enrolment ? (
        <Stack>
          <Text>1. Quét mã này bằng ứng dụng, hoặc nhập khóa bên dưới.</Text>
          <QrCode text={enrolment.uri} label="Mã QR của khóa bí mật" />
          <SecretText text={enrolment.secret} label="Sao chép khóa" />
          <Field label="2. Nhập 6 số đang hiện" required error={errors.code}>
            <TextInput
              value={code}
              onChange={setCode}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={10}
            />
          </Field>
          <Field label="Tên gợi nhớ" required error={errors.factor_name}>
            <TextInput value={name} onChange={setName} maxLength={50} />
          </Field>
        </Stack>
      ) : (
        <Skeleton lines={8} />
      )}
    </Dialog>
  )
}
