/** What one of a store's people may do on the pages of tickets, given by someone who may do it too. */
import { useState } from 'react'
import { useAct } from '#web/act.tsx'
import { useRead } from '#web/api.ts'
import { PermissionMatrix } from '#web/permission-matrix.tsx'
import { useRights } from '#web/rights.ts'
import type { RowOf } from '#web/use-list.ts'
import { ReadFallback } from '#web/fallback.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { chosenOf, matrixOf, rightsOf, type Chosen, type PageList } from '#features/access/group/group.rules.ts'
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
  const pages = useRead(baseUser.pages, {}, { fresh: 60_000 })
  const now = useRead(baseUser.roles, { base_user_id })
  const [chosen, choose] = useState<Chosen | null>(null)
  const save = useAct(baseUser.configRole, {
    done: `Đã phân quyền cho ${full_name}.`,
    onDone: onClose,
    touches: ['cms/audit'],
  })
  const before = chosenOf(now.data?.roles ?? [])
  const after = chosen ?? before
  const changed = JSON.stringify(rightsOf(after)) !== JSON.stringify(rightsOf(before))
  const held = pages.data && onlyHeld(pages.data, (page, role) => can({ page, role }))
  return (
    <Dialog
      open
      size="xl"
      title="Phân quyền"
      description={`${full_name} · ${user_name}`}
      onClose={onClose}
      dirty={changed}
      saving={save.pending}
      saveWhyNot={!changed && 'Chưa có thay đổi nào.'}
      onSubmit={() => save.mutate({ base_user_id, version: now.data?.version, roles: rightsOf(after) })}
    >
      <Stack>
        <ReadFallback read={pages.isSuccess ? now : pages} />
        {held?.some_missing && (
          <Banner kind="info">Chỉ hiện các quyền mà bạn có: không ai cấp được quyền mà mình không có.</Banner>
        )}
        {held && now.isSuccess && (
          <PermissionMatrix
            headings={matrixOf(held.list)}
            before={before}
            chosen={after}
            whyNot={false}
            onChange={choose}
          />
        )}
      </Stack>
    </Dialog>
  )
}

function onlyHeld({ pages, page_roles }: PageList, can: (page: string, role: Role) => boolean) {
  const urls = new Map(pages.map((page) => [page.id, page.page_url]))
  const held = page_roles.filter(({ page_id, role_id }) => can(urls.get(page_id)!, role_id))
  return { list: { pages, page_roles: held }, some_missing: held.length < page_roles.length }
}
