import { useState } from 'react'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { CodeBlock } from '#web/ui/show/code-block.tsx'

/** Shown once. A person who has lost every factor signs in with one of them. */
export default function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [isSaved, setSaved] = useState(false)
  return (
    <Dialog
      open
      onClose={() => isSaved && onClose()}
      title="Mã khôi phục"
      description="Mỗi mã dùng được một lần, khi bạn không có điện thoại hay khóa bên mình."
      size="sm"
      footer={
        <Button variant="primary" whyNot={!isSaved && 'Hãy xác nhận là đã lưu các mã.'} onClick={onClose}>
          Xong
        </Button>
      }
    >
      <Stack>
        <CodeBlock label="Mã khôi phục">{codes.join('\n')}</CodeBlock>
        <Banner kind="warning">
          Các mã này chỉ hiện một lần. Hãy in ra hoặc cất vào nơi an toàn, không cùng chỗ với mật khẩu.
        </Banner>
        <Checkbox checked={isSaved} onChange={setSaved} label="Tôi đã lưu các mã này" />
      </Stack>
    </Dialog>
  )
}
