import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { ProofFields, useProof } from './use-proof.screen.tsx'

export interface ProofDialogProps {
  onProved: () => void
  onGivenUp: () => void
}

/** Asks for a proof of identity before an irreversible act; the act then continues by itself. */
export default function ProofDialog({ onProved, onGivenUp }: ProofDialogProps) {
  const proof = useProof(onProved)
  return (
    <Dialog
      open
      onClose={onGivenUp}
      title="Xác minh lại"
      description="Thao tác này chỉ chạy khi bạn vừa xác minh. Xác minh xong, thao tác tiếp tục; bạn không phải bấm lại."
      size="sm"
      onSubmit={proof.submit}
      saveLabel="Xác minh"
      saving={proof.pending}
      saveWhyNot={!proof.challenge && 'Đang tải.'}
    >
      <ProofFields proof={proof} />
    </Dialog>
  )
}
