import { sql } from 'kysely'
import type { Role } from '#contract/page.ts'
import { contains, paginate, sortOf, vietnamese } from '#server/list.ts'
import { within } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import { stamped } from '#server/stamp.ts'
import { holds, type Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { depositBankPage, rewardBankPage } from '#features/partners/pages.contract.ts'
import { bankConfig, bankConfigType, last_position, mbAccount } from './bank-config.contract.ts'

type Type = (typeof bankConfigType)[keyof typeof bankConfigType]

export default [
  ...serve(bankConfig, {
    list: async ({ db, me, input, fail }) => {
      if (!mayOn(me, input.type, 1)) fail('no_right')
      const [column, direction] = sortOf(input.sort, 'position')
      const query = configs(db, me)
        .where('c.type', '=', input.type)
        .where(contains('c.search', input.keyword))
        .$if(input.status != null, (q) => q.where('c.status', '=', input.status!))
        .orderBy(column === 'account_name' ? vietnamese('c.account_name') : sql.ref(`c.${column}`), direction)
        .orderBy('c.bank_config_id')
      return paginate(db, query, input)
    },

    detail: async ({ db, me, input: { bank_config_id }, fail }) => {
      const found = await configOf(db, me, bank_config_id)
      return found && mayOn(me, found.type, 1) ? found : fail('not_found')
    },

    add: async ({ db, me, input, fail }) => {
      if (me.partner_id !== null || !mayOn(me, input.type, 2)) fail('no_right')
      const last = sql<number>`(select least(coalesce(max(position), 0) + 1, ${last_position}::integer) from bank_config where type = ${input.type})`
      const { bank_config_id } = await db
        .insertInto('bank_config')
        .values({ ...input, position: input.position ?? last, created_by: me.user_id })
        .returning('bank_config_id')
        .executeTakeFirstOrThrow()
      return configs(db, me).where('c.bank_config_id', '=', bank_config_id).executeTakeFirstOrThrow()
    },

    update: async ({ db, me, input: { bank_config_id, version, ...draft }, fail }) => {
      const known = await configOf(db, me, bank_config_id)
      if (!known || !mayOn(me, known.type, 3)) return fail('not_found')
      const updated = await db
        .updateTable('bank_config')
        .set({ ...draft, ...stamped(me) })
        .where('bank_config_id', '=', bank_config_id)
        .where('version', '=', version)
        .where(within(me, 'bank_config'))
        .executeTakeFirst()
      const current = (await configOf(db, me, bank_config_id)) ?? fail('not_found')
      if (updated.numUpdatedRows === 0n) fail('changed_by_other', { current })
      return current
    },

    delete: async ({ db, me, input: { bank_config_id }, fail }) => {
      const known = await configOf(db, me, bank_config_id)
      if (!known || !mayOn(me, known.type, 4)) return fail('not_found')
      await db
        .deleteFrom('bank_config')
        .where('bank_config_id', '=', bank_config_id)
        .where(within(me, 'bank_config'))
        .execute()
      return null
    },
  }),

  ...serve(mbAccount, {
    list: async ({ db, me, input }) => {
      const [column, direction] = sortOf(input.sort, 'account_number')
      const accounts = configs(db, me)
        .leftJoin('bank_balance as h', (join) =>
          join.onRef('h.bank_id', '=', 'c.bank_id').onRef('h.account_number', '=', 'c.account_number'),
        )
        .clearSelect()
        .select(['c.account_number', 'h.balance', 'h.synced_at'])
        .select((eb) => [eb.fn.max('c.status').as('status'), eb.fn.max('c.account_name').as('account_name')])
        .where('bank.bin', '=', mb_bank_bin)
        .where(contains('c.search', input.keyword))
        .groupBy(['c.account_number', 'h.balance', 'h.synced_at'])
      const query = db
        .selectFrom(accounts.as('a'))
        .selectAll('a')
        .$narrowType<{ status: 0 | 1 }>()
        .$if(input.status != null, (q) => q.where('a.status', '=', input.status!))
        .orderBy(sql.ref(`a.${column}`), (order) =>
          direction === 'desc' ? order.desc().nullsLast() : order.asc().nullsLast(),
        )
        .orderBy('a.account_number')
      return paginate(db, query, input, ['balance'])
    },
  }),
]

/** NAPAS knows MB Bank by this. */
const mb_bank_bin = '970422'

/** The two kinds have a page each, and so their own rights. */
function mayOn(me: Me, type: Type, role: Role): boolean {
  const { url } = type === bankConfigType.deposit ? depositBankPage : rewardBankPage
  return holds(me, { page: url, role })
}

function configs(db: Db, me: Me) {
  return db
    .selectFrom('bank_config as c')
    .innerJoin('bank', 'bank.bank_id', 'c.bank_id')
    .leftJoin('app_user as creator', 'creator.user_id', 'c.created_by')
    .leftJoin('app_user as editor', 'editor.user_id', 'c.updated_by')
    .select([
      'c.bank_config_id',
      'c.type',
      'c.bank_id',
      'c.account_number',
      'c.account_name',
      'c.content',
      'c.position',
    ])
    .select(['c.status', 'c.created_at', 'c.updated_at', 'c.version', 'bank.short_name', 'bank.bin'])
    .select(['creator.user_name as created_by_name', 'editor.user_name as updated_by_name'])
    .$narrowType<{ type: 1 | 2; status: 0 | 1 }>()
    .where(within(me, 'bank_config', 'c'))
}

function configOf(db: Db, me: Me, bank_config_id: number) {
  return configs(db, me).where('c.bank_config_id', '=', bank_config_id).executeTakeFirst()
}
