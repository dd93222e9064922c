/** Test helpers for alarms: change rules, run many checks at once, and list what each person sees. */
import type { InputOf } from '#contract/call.ts'
import { alarmConfig, alarms, type AlarmRow } from '#features/settings/alarm/alarm.contract.ts'
import type { AlarmKind } from '#features/settings/alarm/alarm.rules.ts'
import { lookForAlarms } from '#features/settings/alarm/look-for-alarms.server.ts'
import { alarmTab } from '#features/settings/pages.contract.ts'
import { funds } from '#features/wallets/fund/fund.contract.ts'
import { inParallel } from './parallel.ts'
import type { Office, Person } from './office.ts'

export type RuleChange = Partial<InputOf<typeof alarmConfig.update>>

export type Watch = Awaited<ReturnType<typeof openWatch>>

/** Hires two people who may edit alarm rules and an administrator, with helpers for both. */
export async function openWatch(office: Office) {
  const [an, binh, admin] = [
    await office.hire([...alarmTab.rights]),
    await office.hire([...alarmTab.rights]),
    await office.hire('admin'),
  ]
  const ruleOf = async (kind: AlarmKind) =>
    (await an.call(alarmConfig.get, {})).items.find((rule) => rule.kind === kind)!
  return {
    an,
    binh,
    admin,
    ruleOf,
    /** Updates the given fields of the rule; the others keep their value. */
    async setRule(kind: AlarmKind, changes: RuleChange = {}, person: Person = an) {
      const { receiver_names: _, open: __, ...rule } = await ruleOf(kind)
      return person.call(alarmConfig.update, { ...rule, ...changes })
    },
    /** Runs twenty checks concurrently. */
    look: () => inParallel(() => lookForAlarms(office.db)),
    openOf: async (kind: AlarmKind, person: Person = an): Promise<AlarmRow[]> =>
      (await person.call(alarms.list, { is_open: true, page_size: 300 })).items.filter((alarm) => alarm.kind === kind),
    /** Sets the balance below which every fund counts as low, in đồng. */
    async warnBelow(warn_below: number) {
      for (const { account_id, account_name, version } of (await admin.call(funds.list, {})).items)
        await admin.call(funds.update, { account_id, account_name, version, warn_below })
    },
  }
}
