import { sql } from 'kysely'
import type { Role } from '#contract/page.ts'
import { isHeadOffice } from '#contract/person.ts'
import { contains, paginate, sortOf } from '#server/record/list.ts'
import { recordsOf } from '#server/record/records.ts'
import { hasChanged } from '#server/record/change-columns.ts'
import { within } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import { hasRight, type Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { depositBankPage, rewardBankPage } from '#features/partners/pages.contract.ts'
import { changesAccount, whyNotConfirm } from './bank-config.rules.ts'
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
      const query = configs(db, me)
        .where('r.type', 'in', types)
        .$if(input.waits != null, (q) => q.where('r.unconfirmed_by', input.waits ? 'is not' : 'is', null))
      return records.page(db, query, input, 'position')
    },

    detail: async ({ db, me, input: { bank_config_id }, fail }) => {
      const config = await records.find(configs(db, me), bank_config_id)
      return config && hasRoleOn(me, config.type, 1) ? config : fail('not_found')
    },

    add: async ({ db, me, input, fail }) => {
      if (!isHeadOffice(me) || !hasRoleOn(me, input.type, 2)) fail('no_right')
      // unscoped: positions are counted over all accounts of a type
      const end_position = sql<number>`(select least(coalesce(max(position), 0) + 1, ${last_position}::integer) from bank_config where type = ${input.type})`
      const unconfirmed_by = await unconfirmedBy(db, me, input.type, null)
      const position = input.position ?? end_position
      const bank_config_id = await records.insert(db, me, { ...input, position, unconfirmed_by })
      return (await records.find(configs(db, me), bank_config_id))!
    },

    update: async ({ db, me, input, fail }) => {
      const { bank_config_id, version } = input
      const config = await lockConfig(db, me, bank_config_id)
      if (!config || !hasRoleOn(me, config.type, 3)) return fail('not_found')
      const is_moved = !hasChanged(config, version) && changesAccount(config, input)
      if (is_moved && config.unconfirmed_by !== null && config.unconfirmed_by !== me.user_id)
        fail('action_invalid', {
          message: 'Thay đổi của người khác đang chờ xác nhận: hãy xác nhận hoặc xóa tài khoản này trước.',
        })
      const unconfirmed_by = is_moved ? await unconfirmedBy(db, me, config.type, bank_config_id) : undefined
      await records.change(db, me, { ...input, unconfirmed_by }, fail, configs(db, me))
      return (await records.find(configs(db, me), bank_config_id))!
    },

    confirm: async ({ db, me, input: { bank_config_id, version }, fail }) => {
      const config = await lockConfig(db, me, bank_config_id)
      if (!config || !hasRoleOn(me, config.type, 3)) return fail('not_found')
      const current = (await records.find(configs(db, me), bank_config_id))!
      if (config.version !== version) fail('changed_by_other', { current })
      const needs_second = (await unconfirmedBy(db, me, config.type, bank_config_id)) !== null
      const refusal = whyNotConfirm({ ...config, needs_second }, me)
      if (refusal) fail(refusal.error, { message: refusal.message })
      await records.change(db, me, { bank_config_id, version, unconfirmed_by: null }, fail, configs(db, me))
      return (await records.find(configs(db, me), bank_config_id))!
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

/**
 * Who is to be noted as the maker of a new or changed account, for a second person to confirm; null where none is needed. The first deposit account
 * needs none while no customer has asked for a deposit, so that one person alone can begin a business.
 */
async function unconfirmedBy(db: Db, me: Me, type: Type, bank_config_id: number | null): Promise<number | null> {
  if (type !== bankConfigType.deposit) return null
  // Of two accounts that are added at once, one is the first.
  await sql`select pg_advisory_xact_lock(hashtext('deposit_account'))`.execute(db)
  // unscoped: deposits and accounts of the whole business
  const { rows } = await sql<{ is_first: boolean }>`
    select not exists (select from deposit) and not exists (
      select from bank_config where type = ${type} and bank_config_id is distinct from ${bank_config_id}::integer) as is_first`.execute(
    db,
  )
  return rows[0]!.is_first ? null : me.user_id
}

function lockConfig(db: Db, me: Me, bank_config_id: number) {
  return db
    .selectFrom('bank_config')
    .select(['type', 'bank_id', 'account_number', 'account_name', 'unconfirmed_by', 'version'])
    .$narrowType<{ type: Type }>()
    .where('bank_config_id', '=', bank_config_id)
    .where(within(me, 'bank_config'))
    .forUpdate()
    .executeTakeFirst()
}

/** SQL: whether account `r` waits for another person than its maker; it does not once it is the only one and no customer has asked for a deposit. */
const needs_second = sql<boolean>`(r.unconfirmed_by is not null and (exists (select from deposit) or exists (
  select from bank_config o where o.type = r.type and o.bank_config_id <> r.bank_config_id)))` // unscoped: deposits and accounts of the whole business

function configs(db: Db, me: Me) {
  return records
    .rows(db, me)
    .innerJoin('bank', 'bank.bank_id', 'r.bank_id')
    .leftJoin('app_user as maker', 'maker.user_id', 'r.unconfirmed_by') // unscoped: only a name
    .select(['r.type', 'bank.short_name', 'bank.bin', 'r.unconfirmed_by', 'maker.user_name as unconfirmed_by_name'])
    .select(needs_second.as('needs_second'))
    .$narrowType<{ type: Type }>()
}
