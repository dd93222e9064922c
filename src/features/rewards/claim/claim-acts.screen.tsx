/** The actions on a claim, for the list and the drawer, with their dialogs. */
import { useState } from 'react'
import { moneyText } from '#contract/text/money-text.ts'
import { whyNot } from '#contract/lifecycle.ts'
import { useAct, type RowAct } from '#web/action/act.tsx'
import { ReasonDialog } from '#web/action/reason-dialog.tsx'
import type { RowOf } from '#web/list/use-list.ts'
import { useRights } from '#web/session/rights.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { moneyWords } from '#contract/text/money-words.ts'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { money_lists } from '#features/wallets/money-lists.rules.ts'
import { claimLife, claims, claimStatus } from './claim.contract.ts'

export type ClaimRow = RowOf<typeof claims.list>

export const claim_invalidates = [...money_lists, 'cms/order', 'cms/history']

const ClaimPaper = lazyPart(() => import('./claim-paper.screen.tsx'))

export function useClaimActs() {
  const { me } = useRights()
  const [open, setOpen] = useState<{ dialog: 'reject' | 'print'; row: ClaimRow } | null>(null)
  const close = () => setOpen(null)
  const approval = useAct(claims.approve, { success: 'Đã trả thưởng.', invalidates: claim_invalidates })
  const rejection = useAct(claims.reject, { success: 'Đã từ chối.', onDone: close, invalidates: claim_invalidates })

  const actsOf = (row: ClaimRow): RowAct[] => {
    const { claim_id, version } = row
    const print: RowAct = {
      call: claims.detail,
      label: 'In biên nhận',
      icon: 'document',
      whyNot: row.status !== claimStatus.paid && 'Biên nhận in được sau khi trả tiền.',
      run: () => setOpen({ dialog: 'print', row }),
    }
    const approve: RowAct = {
      call: claims.approve,
      label: 'Duyệt, trả tiền',
      icon: 'check',
      whyNot: whyNot(claimLife.moves.approve, row, me)?.message ?? null,
      confirm: {
        title: `Trả thưởng ${row.claim_code}`,
        confirmLabel: `Trả ${moneyText(row.amount)}`,
        message: (
          <Stack gap={2}>
            <Text strong>{moneyText(row.amount)}</Text>
            <Text tone="muted">{moneyWords(row.amount)}</Text>
            <Text>{`${row.full_name} · ${row.tickets} · ${row.prizes}`}</Text>
            <Text>Bạn đã nhìn vé thật và giấy tờ của khách. Tiền rời quỹ ngay và không thu hồi được.</Text>
          </Stack>
        ),
      },
      run: () => approval.mutate({ claim_id, version }),
    }
    const reject: RowAct = {
      call: claims.reject,
      label: 'Từ chối',
      icon: 'close',
      danger: true,
      whyNot: whyNot(claimLife.moves.reject, row, null)?.message ?? null,
      run: () => setOpen({ dialog: 'reject', row }),
    }
    return row.status === claimStatus.waiting ? [approve, reject] : [print]
  }
  const dialogs = (
    <>
      {open?.dialog === 'print' && <ClaimPaper claim_id={open.row.claim_id} onClose={close} />}
      {open?.dialog === 'reject' && (
        <ReasonDialog
          title={`Từ chối ${open.row.claim_code}`}
          field={claims.reject.input.shape.reason}
          emptyText="Hãy ghi lý do."
          saveLabel="Từ chối"
          saving={rejection.pending}
          onSubmit={(reason) => rejection.mutate({ claim_id: open.row.claim_id, version: open.row.version, reason })}
          onClose={close}
        >
          <Text>{`${open.row.full_name} · ${moneyText(open.row.amount)}. Chưa có đồng nào được trả; khách có thể mang vé tới lại.`}</Text>
        </ReasonDialog>
      )}
    </>
  )
  return { actsOf, dialogs }
}
