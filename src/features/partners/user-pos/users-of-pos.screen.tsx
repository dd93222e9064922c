import { useState } from 'react'
import { useAct } from '#web/action/act.tsx'
import { Editor } from '#web/form/editor.tsx'
import { textOf } from '#web/value/format.ts'
import { localPhone } from '#contract/text/phone-text.ts'
import { HistoryDrawer } from '#web/record/history.tsx'
import { show } from '#web/value/kinds.tsx'
import { Records } from '#web/record/records.tsx'
import ListPager from '#web/list/list-pager.tsx'
import { ListFallback } from '#web/record/fallback.tsx'
import { useEditor } from '#web/form/use-editor.ts'
import { useLocalList, type RowOf } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { UserPos, userPos } from '#features/partners/user-pos/user-pos.contract.ts'

type UserPosRow = RowOf<typeof userPos.list>

/** The people who sign in on the devices of a point of sale, read by a call of its own, page by page. */
export function PosUsers({ pos_id }: { pos_id: number }) {
  const list = useLocalList(userPos.list, { pos_id })
  const [historyRow, setHistoryRow] = useState<UserPosRow | null>(null)
  const editor = useEditor({
    add: userPos.add,
    update: userPos.update,
    blank: { pos_id, status: 1 },
    fill: (row) => ({ phone_int: row.phone_number && localPhone(row.phone_number) }),
  })
  const remove = useAct(userPos.delete, { success: 'Đã xóa tài khoản POS.' })
  if (list.phase === 'loading' || list.phase === 'failed') return <ListFallback list={list} lines={4} />
  return (
    <>
      <Records
        noun="tài khoản POS"
        icon="user"
        rows={list.rows}
        {...(list.total !== null && { total: list.total })}
        itemOf={(row) => ({
          key: row.user_pos_id,
          title: row.full_name,
          badge: show(infoOf(UserPos.shape.status), row.status),
          lines: [
            `${row.user_name} · ${textOf(infoOf(UserPos.shape.role), row.role)}`,
            show(infoOf(UserPos.shape.phone_number), row.phone_number),
          ].filter(Boolean),
        })}
        add={{ call: userPos.add, run: () => editor.open() }}
        acts={(row) => [
          { call: userPos.update, label: 'Sửa', icon: 'pencil', run: () => editor.open(row) },
          { call: userPos.list, label: 'Lịch sử', icon: 'history', run: () => setHistoryRow(row) },
          {
            call: userPos.delete,
            label: 'Xóa',
            icon: 'trash',
            danger: true,
            run: () => remove.mutate({ user_pos_id: row.user_pos_id }),
            confirm: `Xóa tài khoản “${row.user_name}” của ${row.full_name}? Người này không đăng nhập được trên thiết bị nữa.`,
          },
        ]}
      />
      {list.pageCount > 1 && <ListPager list={list} unit="tài khoản POS" />}
      <Editor
        editor={editor}
        noun="tài khoản POS"
        subject={(row: UserPosRow) => row.user_name}
        fields={['user_name', 'password', 'full_name', 'role', 'phone_int', 'status']}
        hints={{ user_name: 'Chữ thường không dấu, số, dấu chấm hoặc gạch dưới' }}
      />
      {historyRow && (
        <HistoryDrawer
          table="user_pos"
          id={historyRow.user_pos_id}
          title={historyRow.user_name}
          onClose={() => setHistoryRow(null)}
        />
      )}
    </>
  )
}
