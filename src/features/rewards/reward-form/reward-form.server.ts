import { sql } from 'kysely'
import { isHeadOffice } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'
import { recordsOf } from '#server/record/records.ts'
import { within } from '#server/scope.ts'
import { serve, type Context } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { chooseForm, type FormRule, type Prize } from '#features/rewards/reward/form.rules.ts'
import { RewardFormRule, rewardForms } from './reward-form.contract.ts'

const rules = recordsOf(RewardFormRule)

export default serve(rewardForms, {
  list: ({ db, me, input }) => rules.page(db, rules.rows(db, me), input, 'place'),
  detail: async ({ db, me, input: { reward_form_id }, fail }) =>
    (await rules.find(rules.rows(db, me), reward_form_id)) ?? fail('not_found'),
  add: async ({ db, me, input, fail }) => {
    assertRule(me, input, fail)
    return (await rules.find(rules.rows(db, me), await rules.insert(db, me, input)))!
  },
  update: async ({ db, me, input, fail }) => {
    const storedRule = (await rules.find(rules.rows(db, me), input.reward_form_id)) ?? fail('not_found')
    assertRule(me, { ...storedRule, ...input }, fail)
    await rules.change(db, me, input, fail)
    return (await rules.find(rules.rows(db, me), input.reward_form_id))!
  },
  delete: async ({ db, me, input, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    await rules.remove(db, me, input, fail)
    return null
  },
  try: tryRule,
})

interface Range {
  amount_from?: number | undefined
  amount_to?: number | null | undefined
}

function assertRule(me: Me, { amount_from = 0, amount_to }: Range, fail: Fail<'no_right' | 'from_exceeds_to'>): void {
  if (!isHeadOffice(me)) fail('no_right')
  if (amount_to != null && amount_from > amount_to)
    fail('from_exceeds_to', { fields: { amount_to: 'Không được nhỏ hơn “Giải từ”' } })
}

/** How many of the newest rewards are tried. */
const max_tried = 20_000

async function tryRule({ db, me, input, fail }: Context<typeof rewardForms.try>) {
  assertRule(me, input, fail)
  const { rows: active_rules } = await sql<FormRule & { place: number }>`
    select reward_form_id, place, category, group_vip_id, handling, amount_from, amount_to, form, auto_most, second_from, fee_fixed, fee_rate
    from reward_form where status = 1`.execute(db)
  const inOrder = (all: typeof active_rules) =>
    all.toSorted((a, b) => a.place - b.place || a.reward_form_id - b.reward_form_id)
  const reward_form_id = input.reward_form_id ?? Number.MAX_SAFE_INTEGER
  const ruleToTry = {
    ...input,
    reward_form_id,
    category: input.category ?? null,
    group_vip_id: input.group_vip_id ?? null,
    handling: input.handling ?? null,
    amount_to: input.amount_to ?? null,
    auto_most: input.auto_most ?? null,
    second_from: input.second_from ?? null,
  }
  const other_rules = active_rules.filter((rule) => rule.reward_form_id !== reward_form_id)
  const [rulesBefore, rulesAfter] = [
    inOrder(active_rules),
    inOrder(input.status === 1 ? [...other_rules, ruleToTry] : other_rules),
  ]
  const limits = await db.selectFrom('reward_config').select(['auto_most', 'push_auto']).executeTakeFirstOrThrow()
  const prizes = await lastPrizes(db, me)
  const forms = new Map<number, { before: number; after: number; net: number; net_change: number; auto: number }>()
  const totalsOf = (form: number) => {
    const totals = forms.get(form) ?? { before: 0, after: 0, net: 0, net_change: 0, auto: 0 }
    forms.set(form, totals)
    return totals
  }
  let changed_count = 0
  for (const prize of prizes) {
    const [old, now] = [chooseForm(rulesBefore, limits, prize), chooseForm(rulesAfter, limits, prize)]
    const after_tax = prize.gross - prize.tax
    totalsOf(old.form).before++
    totalsOf(old.form).net_change -= after_tax - old.fee
    const to = totalsOf(now.form)
    to.after++
    to.net += after_tax - now.fee
    to.net_change += after_tax - now.fee
    if (now.is_auto) to.auto++
    if (old.form !== now.form) changed_count++
  }
  return {
    tried: prizes.length,
    changed: changed_count,
    forms: [...forms]
      .toSorted(([a], [b]) => a - b)
      .map(([form, counts]) => ({ form: form as FormRule['form'], ...counts })),
  }
}

async function lastPrizes(db: Db, me: Me): Promise<Prize[]> {
  const { rows } = await sql<Prize>`
    select r.category, r.gross, r.tax, o.msisdn, o.handling,
      coalesce(g.group_vip_id, (select group_vip_id from group_vip where type = 2), 0) as group_vip_id
    from reward r, lateral (select msisdn, handling from sale_order where order_id = r.order_id offset 0) o -- unscoped: joined to rewards within the scope
    left join group_vip_account g on g.msisdn = o.msisdn
    where r.open_date > current_date - 30 and ${within(me, 'reward', 'r')} order by r.reward_id desc limit ${max_tried}`.execute(
    db,
  )
  return rows
}
