import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { contains } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import type { accountFilters } from './account.contract.ts'

type Filters = z.output<z.ZodMiniObject<typeof accountFilters>> & { keyword?: string | null | undefined }

/** Base query of the accounts in the scope of `me` that match the filters, for the list and the bulk actions. */
export function accountQuery(db: Db, me: Me, { keyword, status, group_id, forgot }: Filters) {
  return db
    .selectFrom('app_user as u')
    .where(within(me, 'app_user', 'u'))
    .where('u.deleted_at', 'is', null)
    .where(contains('u.search', keyword))
    .$if(status != null, (query) => query.where('u.status', '=', status!))
    .$if(forgot === true, (query) => query.where('u.forgot_at', 'is not', null))
    .$if(group_id != null, (query) =>
      query.where(
        sql<boolean>`exists (select from group_member m where m.user_id = u.user_id and m.group_id = ${group_id})`,
      ),
    )
}
