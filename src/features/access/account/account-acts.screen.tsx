/** The actions on an account, for the list and the details, with the dialogs that they open. */
import { useState, type ReactNode } from 'react'
import { useAct, type RowAct } from '#web/action/act.tsx'
import { localPhone } from '#contract/text/phone-text.ts'
import { useRights } from '#web/session/rights.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { useEditor } from '#web/form/use-editor.ts'
import type { AccountEditorProps } from './account-editor.screen.tsx'
import { account, accountStatus, type AccountRow } from './account.contract.ts'
import { whyNot } from './account.rules.ts'

const AccountEditor = lazyPart(() => import('./account-editor.screen.tsx'), {
  mountWhen: ({ editor }: AccountEditorProps) => editor.session !== null,
})
const ApproveDialog = lazyPart(() => import('./account-approve.screen.tsx'))
const ResetPasswordDialog = lazyPart(() => import('./account-password.screen.tsx'))

const groups_too = ['cms/group', 'cms/group_users']

export function useAccountActs(onGone: () => void) {
  const { me } = useRights()
  const [resetting, setResetting] = useState<AccountRow | null>(null)
  const [approving, setApproving] = useState<AccountRow | null>(null)
  const editor = useEditor({
    add: account.add,
    update: account.update,
    blank: { list_group: [] },
    fill: (row) => ({
      list_group: row.groups.map((group) => group.group_id),
      phone_int: row.phone_number && localPhone(row.phone_number),
      mobile_int: row.mobile_number && localPhone(row.mobile_number),
    }),
    invalidates: groups_too,
  })
  const remove = useAct(account.delete, { success: 'Đã xóa tài khoản.', onDone: onGone, invalidates: groups_too })
  const setStatus = useAct(account.update, {
    success: ({ status }) => (status === accountStatus.locked ? 'Đã khóa tài khoản.' : 'Đã mở khóa tài khoản.'),
  })

  function actsOf(row: AccountRow): RowAct[] {
    const { user_id, version, user_name, status } = row
    const name = `“${user_name}”`
    const isLocked = status === accountStatus.locked
    if (status === accountStatus.waiting) {
      return [
        { call: account.update, label: 'Duyệt', icon: 'check', run: () => setApproving(row) },
        {
          call: account.delete,
          label: 'Từ chối',
          icon: 'close',
          danger: true,
          run: () => remove.mutate({ user_id }),
          confirm: `Từ chối yêu cầu mở tài khoản ${name} của ${row.full_name}? Yêu cầu sẽ bị xóa.`,
        },
      ]
    }
    return [
      { call: account.update, label: 'Sửa', icon: 'pencil', run: () => editor.open(row) },
      {
        call: account.update,
        label: 'Đặt lại mật khẩu',
        icon: 'key',
        run: () => setResetting(row),
        whyNot: whyNot.resetPass(row, me.user_id),
      },
      {
        call: account.update,
        label: isLocked ? 'Mở khóa' : 'Khóa',
        icon: isLocked ? 'unlock' : 'lock',
        run: () =>
          setStatus.mutate({ user_id, version, status: isLocked ? accountStatus.active : accountStatus.locked }),
        confirm: isLocked
          ? `Mở khóa tài khoản ${name}? Người này sẽ đăng nhập lại được.`
          : `Khóa tài khoản ${name}? Mọi phiên đăng nhập của người này sẽ kết thúc.`,
        whyNot: whyNot.lock(row, me.user_id),
      },
      {
        call: account.delete,
        label: 'Xóa',
        icon: 'trash',
        danger: true,
        run: () => remove.mutate({ user_id }),
        confirm: `Xóa tài khoản ${name} của ${row.full_name}? Tài khoản đã xóa không khôi phục được; nhật ký vẫn giữ những gì người này đã làm.`,
        whyNot: whyNot.delete(row, me.user_id),
      },
    ]
  }

  const dialogs: ReactNode = (
    <>
      <AccountEditor editor={editor} />
      {resetting && <ResetPasswordDialog row={resetting} onClose={() => setResetting(null)} />}
      {approving && <ApproveDialog row={approving} onClose={() => setApproving(null)} />}
    </>
  )
  return { add: () => editor.open(), actsOf, dialogs }
}
