import { EntryForm } from '#web/entry/entry-form.tsx'
import { EntryLayout } from '#web/entry/entry-layout.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { PasswordFields, usePasswordChange } from './change-password.screen.tsx'
import { signOut } from './sign-out.screen.tsx'

/** Nothing else works until the password is changed; the only other way is to sign out. */
export default function MustChangePassword({ onDone }: { onDone: () => void }) {
  const { form, write, submit } = usePasswordChange(onDone)
  return (
    <EntryLayout>
      <EntryForm
        title="Đặt mật khẩu mới"
        intro="Bạn đang dùng mật khẩu do quản trị viên cấp. Hãy đặt mật khẩu của riêng bạn để tiếp tục."
        submitLabel={write.pending ? 'Đang gửi…' : 'Đổi mật khẩu'}
        busy={write.pending}
        onSubmit={submit}
        aside={
          <Button variant="quiet" icon="logout" wide onClick={signOut}>
            Đăng xuất
          </Button>
        }
      >
        <PasswordFields form={form} />
      </EntryForm>
    </EntryLayout>
  )
}
