import { startRegistration, type PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useState } from 'react'
import { useWrite } from '#web/call/api.ts'
import { deviceText } from '#web/session/device.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import type { AddFactorProps } from './add-totp.screen.tsx'
import { secondFactor } from './second-factor.contract.ts'

/** The browser creates a key that never leaves this device or its owner's account, and that works for this site only. */
export default function AddPasskey({ onAdded, onClose }: AddFactorProps) {
  const [name, setName] = useState(() => deviceText(navigator.userAgent))
  const add = useWrite(secondFactor.addPasskey, { onSuccess: ({ recovery_codes }) => onAdded(recovery_codes) })
  const begin = useWrite(secondFactor.beginPasskey, {
    onSuccess: async ({ passkey_options }) => {
      const optionsJSON = JSON.parse(passkey_options) as PublicKeyCredentialCreationOptionsJSON
      const answer = await startRegistration({ optionsJSON }).catch((error: Error) => error)
      if (answer instanceof Error)
        toast.warning(
          answer.name === 'InvalidStateError'
            ? 'Thiết bị này đã có khóa truy cập của bạn.'
            : 'Chưa tạo được khóa truy cập. Hãy thử lại.',
        )
      else add.mutate({ factor_name: name, passkey: JSON.stringify(answer) })
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Thêm khóa truy cập"
      size="sm"
      onSubmit={() => begin.mutate({})}
      saveLabel="Tạo khóa"
      saving={begin.pending || add.pending}
      saveWhyNot={name.trim() === '' && 'Hãy đặt tên cho khóa.'}
    >
      <Stack>
        <Text>
          Xác minh bằng vân tay, khuôn mặt, mã khóa của máy hoặc khóa bảo mật. Không trang giả mạo nào dùng được khóa
          này.
        </Text>
        <Field label="Tên gợi nhớ" required>
          <TextInput value={name} onChange={setName} maxLength={50} />
        </Field>
      </Stack>
    </Dialog>
  )
}
