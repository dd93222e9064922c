import { useState } from 'react'
import { useAct, type RowAct } from '#web/action/act.tsx'
import { Editor } from '#web/form/editor.tsx'
import { numberText } from '#web/value/format.ts'
import { localPhone } from '#contract/text/phone-text.ts'
import { show } from '#web/value/kinds.tsx'
import { OneTimePassword } from '#web/session/one-time-password.tsx'
import { Records } from '#web/record/records.tsx'
import { useRights } from '#web/session/rights.ts'
import ListPager from '#web/list/list-pager.tsx'
import { ListFallback } from '#web/record/fallback.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { useEditor } from '#web/form/use-editor.ts'
import { useLocalList, type List } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { accountStatus } from '#features/access/account/account.contract.ts'
import { whyNot } from '#features/access/account/account.rules.ts'
import { BaseUser, baseUser } from './base-user.contract.ts'
import type { BaseUserRow } from './user-roles.screen.tsx'

const UserRoles = lazyPart(() => import('./user-roles.screen.tsx'))

const invalidated = ['cms/base_store', 'cms/account']

/** The people of a store, read page by page: who they are, and what each of them may do. */
export function BaseUsers({ base_id }: { base_id: number }) {
  const list = useLocalList(baseUser.list, { base_id })
  const editor = useEditor({
    add: baseUser.add,
    update: baseUser.update,
    blank: { base_id },
    fill: (row) => ({ phone_int: row.phone_number && localPhone(row.phone_number) }),
    invalidates: invalidated,
  })
  const { actsOf, dialogs } = useBaseUserActs(list, (row) => editor.open(row))
  if (list.phase === 'loading' || list.phase === 'failed') return <ListFallback list={list} lines={4} />
  return (
    <>
      <Records
        noun="người dùng"
        icon="user"
        rows={list.rows}
        {...(list.total !== null && { total: list.total })}
        itemOf={(row) => ({
          key: row.base_user_id,
          title: row.full_name,
          badge: show(infoOf(BaseUser.shape.status), row.status),
          lines: [
            `${row.user_name} · ${row.role_count === 0 ? 'chưa có quyền riêng' : `${numberText(row.role_count)} quyền`}`,
            show(infoOf(BaseUser.shape.phone_number), row.phone_number),
          ].filter(Boolean),
        })}
        add={{ call: baseUser.add, run: () => editor.open() }}
        acts={actsOf}
      />
      {list.pageCount > 1 && <ListPager list={list} unit="người dùng" />}
      <Editor
        editor={editor}
        noun="người dùng kho"
        subject={(row: BaseUserRow) => row.user_name}
        fields={['user_name', 'password', 'full_name', 'phone_int', 'email']}
        hints={{
          user_name: 'Chữ thường không dấu, số, dấu chấm hoặc gạch dưới',
          password: 'Phải đổi ở lần đăng nhập đầu tiên',
        }}
      />
      {dialogs}
    </>
  )
}

/** The actions on a person of the store, with the dialogs that they open. */
function useBaseUserActs(list: List<BaseUserRow>, edit: (row: BaseUserRow) => void) {
  const { me } = useRights()
  const [rolesOf, setRolesOf] = useState<BaseUserRow | null>(null)
  const [newPassword, setNewPassword] = useState<{ account: BaseUserRow; password: string } | null>(null)
  const remove = useAct(baseUser.delete, { success: 'Đã xóa người dùng kho.', invalidates: invalidated })
  const setStatus = useAct(baseUser.update, {
    success: ({ status }) => (status === accountStatus.locked ? 'Đã khóa người dùng.' : 'Đã mở khóa người dùng.'),
    invalidates: invalidated,
  })
  const reset = useAct(baseUser.resetPass, {
    // One password is read before the next one is made.
    inTurn: false,
    success: 'Đã đặt lại mật khẩu.',
    onDone: ({ one_time_password }, { base_user_id }) => {
      const account = list.rows.find((row) => row.base_user_id === base_user_id)
      if (account && one_time_password !== null) setNewPassword({ account, password: one_time_password })
    },
    invalidates: invalidated,
  })

  function actsOf(row: BaseUserRow): RowAct[] {
    const { base_user_id, user_name, full_name, status, version } = row
    const subject = { ...row, user_id: base_user_id }
    const isLocked = status === accountStatus.locked
    return [
      { call: baseUser.update, label: 'Sửa', icon: 'pencil', run: () => edit(row) },
      { call: baseUser.configRole, label: 'Phân quyền', icon: 'shield', run: () => setRolesOf(row) },
      {
        call: baseUser.resetPass,
        label: 'Đặt lại mật khẩu',
        icon: 'key',
        run: () => reset.mutate({ base_user_id }),
        confirm: `Đặt lại mật khẩu của “${user_name}”? Mật khẩu cũ mất hiệu lực ngay và mọi phiên đăng nhập của người này sẽ kết thúc.`,
        whyNot: whyNot.resetPass(subject, me.user_id),
      },
      {
        call: baseUser.update,
        label: isLocked ? 'Mở khóa' : 'Khóa',
        icon: isLocked ? 'unlock' : 'lock',
        run: () =>
          setStatus.mutate({ base_user_id, version, status: isLocked ? accountStatus.active : accountStatus.locked }),
        confirm: isLocked
          ? `Mở khóa “${user_name}”? Người này sẽ đăng nhập lại được.`
          : `Khóa “${user_name}”? Mọi phiên đăng nhập của người này sẽ kết thúc.`,
        whyNot: isLocked ? whyNot.unlock(subject) : whyNot.lock(subject, me.user_id),
      },
      {
        call: baseUser.delete,
        label: 'Xóa',
        icon: 'trash',
        danger: true,
        run: () => remove.mutate({ base_user_id }),
        confirm: `Xóa người dùng “${user_name}” của ${full_name}? Tài khoản đã xóa không khôi phục được; nhật ký vẫn giữ những gì người này đã làm.`,
        whyNot: whyNot.delete(subject, me.user_id),
      },
    ]
  }

  const dialogs = (
    <>
      {rolesOf && <UserRoles row={rolesOf} onClose={() => setRolesOf(null)} />}
      {newPassword && <OneTimePassword {...newPassword} onClose={() => setNewPassword(null)} />}
    </>
  )
  return { actsOf, dialogs }
}
