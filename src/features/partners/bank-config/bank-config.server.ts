import { sql } from 'kysely'
import type { Role } from '#contract/page.ts'
import { isHeadOffice } from '#contract/person.ts'
import { contains, paginate, sortOf } from '#server/record/list.ts'
import { recordsOf } from '#server/record/records.ts'
import { serve } from '#server/serve.ts'
import { hasRight, type Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { depositBankPage, rewardBankPage } from '#features/partners/pages.contract.ts'
import { bankConfig, BankConfigRecord, bankConfigType, last_position, mbAccount } from './bank-config.contract.ts'

type Type = (typeof bankConfigType)[keyof typeof bankConfigType]

const records = recordsOf(BankConfigRecord)

export default [
  ...serve(bankConfig, {
    list: async ({ db, me, input, fail }) => {
      const types = (input.type == null ? Object.values(bankConfigType) : [input.type]).filter((type) =>
        hasRoleOn(me, type, 1),
      )
      if (types.length === 0) fail('no_right')
      return records.page(db, configs(db, me).where('r.type', 'in', types), input, 'position')
    },

    detail: async ({ db, me, input: { bank_config_id }, fail }) => {
      const config = await records.find(configs(db, me), bank_config_id)
      return config && hasRoleOn(me, config.type, 1) ? config : fail('not_found')
    },

    add: async ({ db, me, input, fail }) => {
      if (!isHeadOffice(me) || !hasRoleOn(me, input.type, 2)) fail('no_right')
      // unscoped: positions are counted over all accounts of a type
      const end_position = sql<number>`(select least(coalesce(max(position), 0) + 1, ${last_position}::integer) from bank_config where type = ${input.type})`
      const bank_config_id = await records.insert(db, me, { ...input, position: input.position ?? end_position })
      return (await records.find(configs(db, me), bank_config_id))!
    },

    update: async ({ db, me, input, fail }) => {
      const config = await records.find(configs(db, me), input.bank_config_id)
      if (!config || !hasRoleOn(me, config.type, 3)) return fail('not_found')
      await records.change(db, me, input, fail, configs(db, me))
      return (await records.find(configs(db, me), input.bank_config_id))!
    },

    delete: async ({ db, me, input, fail }) => {
      const config = await records.find(configs(db, me), input.bank_config_id)
      if (!config || !hasRoleOn(me, config.type, 4)) return fail('not_found')
      await records.remove(db, me, input, fail)
      return null
    },
  }),

  ...serve(mbAccount, {
    list: async ({ db, me, input }) => {
      const [column, direction] = sortOf(input.sort, 'account_number')
      const accounts = configs(db, me)
        .leftJoin('bank_balance as h', (join) =>
          join.onRef('h.bank_id', '=', 'r.bank_id').onRef('h.account_number', '=', 'r.account_number'),
        )
        .clearSelect()
        .select(['r.account_number', 'h.balance', 'h.synced_at'])
        .select((eb) => [eb.fn.max('r.status').as('status'), eb.fn.max('r.account_name').as('account_name')])
        .where('bank.bin', '=', mb_bank_bin)
        .where(contains('r.search', input.keyword))
        .groupBy(['r.account_number', 'h.balance', 'h.synced_at'])
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

/** MB Bank's BIN at NAPAS. */
const mb_bank_bin = '970422'

/** Whether `me` has the role on the page of this type. */
function hasRoleOn(me: Me, type: Type, role: Role): boolean {
  const { url } = type === bankConfigType.deposit ? depositBankPage : rewardBankPage
  return hasRight(me, { page: url, role })
}

function configs(db: Db, me: Me) {
  return records
    .rows(db, me)
    .innerJoin('bank', 'bank.bank_id', 'r.bank_id')
    .select(['r.type', 'bank.short_name', 'bank.bin'])
    .$narrowType<{ type: Type }>()
}
