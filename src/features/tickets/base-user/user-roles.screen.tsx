/** The rights of one person of a store on the ticket pages, given by someone who has them. */
import { useState } from 'react'
import { useAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { PermissionMatrix } from '#web/session/permission-matrix.tsx'
import { useRights } from '#web/session/rights.ts'
import type { RowOf } from '#web/list/use-list.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { chosenRights, matrixOf, rightsOf, type ChosenRights, type PageList } from '#web/session/rights-matrix.ts'
import type { Role } from '#contract/page.ts'
import { baseUser } from './base-user.contract.ts'

export type BaseUserRow = RowOf<typeof baseUser.list>

interface UserRolesProps {
  row: BaseUserRow
  onClose: () => void
}

export default function UserRoles({ row, onClose }: UserRolesProps) {
  const { base_user_id, full_name, user_name } = row
  const { can } = useRights()
  const pages = useRead(baseUser.pages, {}, { fresh_ms: 60_000 })
  const storedRoles = useRead(baseUser.roles, { base_user_id })
  const [selected, setSelected] = useState<ChosenRights | null>(null)
  const save = useAct(baseUser.configRole, {
    success: `Đã phân quyền cho ${full_name}.`,
    onDone: onClose,
  })
  const stored_rights = chosenRights(storedRoles.data?.roles ?? [])
  const after = selected ?? stored_rights
  const isChanged = JSON.stringify(rightsOf(after)) !== JSON.stringify(rightsOf(stored_rights))
  const grantable = pages.data && grantableOf(pages.data, (page, role) => can({ page, role }))
  return (
    <Dialog
      open
      size="xl"
      title="Phân quyền"
      description={`${full_name} · ${user_name}`}
      onClose={onClose}
      dirty={isChanged}
      saving={save.pending}
      saveWhyNot={!isChanged && 'Chưa có thay đổi nào.'}
      onSubmit={() => save.mutate({ base_user_id, version: storedRoles.data?.version, roles: rightsOf(after) })}
    >
      <Stack>
        <ReadFallback read={pages.isSuccess ? storedRoles : pages} />
        {grantable?.some_missing && (
          <Banner kind="info">Chỉ hiện các quyền mà bạn có: không ai cấp được quyền mà mình không có.</Banner>
        )}
        {grantable && storedRoles.isSuccess && (
          <PermissionMatrix
            headings={matrixOf(grantable.list)}
            before={stored_rights}
            chosen={after}
            whyNot={false}
            onChange={setSelected}
          />
        )}
      </Stack>
    </Dialog>
  )
}

function grantableOf({ pages, page_roles }: PageList, can: (page: string, role: Role) => boolean) {
  const urls = new Map(pages.map((page) => [page.id, page.page_url]))
  const own_roles = page_roles.filter(({ page_id, role_id }) => can(urls.get(page_id)!, role_id))
  return { list: { pages, page_roles: own_roles }, some_missing: own_roles.length < page_roles.length }
}
