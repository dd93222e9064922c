import { EntryForm } from '#web/entry/entry-form.tsx'
import { EntryLayout } from '#web/entry/entry-layout.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { signOut } from '#features/access/sign-in/sign-out.screen.tsx'
import { ProofFields, useProof } from './use-proof.screen.tsx'

/** The second step of signing in: the password was right, and the second factor must follow. */
export default function MustProve({ onDone }: { onDone: () => void }) {
  const proof = useProof(onDone)
  return (
    <EntryLayout>
      <EntryForm
        title="Bước xác minh thứ hai"
        intro="Mật khẩu đã đúng. Hãy xác minh thêm một bước để vào."
        submitLabel={proof.pending ? 'Đang xác minh…' : 'Xác minh'}
        busy={proof.pending}
        onSubmit={proof.submit}
        aside={
          <Button variant="quiet" icon="logout" wide onClick={signOut}>
            Đăng nhập bằng tài khoản khác
          </Button>
        }
      >
        <ProofFields proof={proof} />
      </EntryForm>
    </EntryLayout>
  )
}
