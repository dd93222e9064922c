/** The settings that people change with a version, for tests that try the same on each of them. */
import { sql } from 'kysely'
import type { Call } from '#contract/call.ts'
import { product } from '#features/results/product/product.contract.ts'
import { pushConfig } from '#features/rewards/push-config/push-config.contract.ts'
import { alarmConfig } from '#features/settings/alarm/alarm.contract.ts'
import { alarmKind } from '#features/settings/alarm/alarm.rules.ts'
import { kenoResult } from '#features/settings/keno-result/keno-result.contract.ts'
import { orderLimit } from '#features/settings/order-limit/order-limit.contract.ts'
import { orderPrice } from '#features/settings/order-price/order-price.contract.ts'
import { orderTime } from '#features/settings/order-time/order-time.contract.ts'
import { systemConfigPage } from '#features/settings/pages.contract.ts'
import { paymentFeeGate } from '#features/settings/payment-fee-gate/payment-fee-gate.contract.ts'
import { paymentSource } from '#features/settings/payment-source/payment-source.contract.ts'
import { productDisplay } from '#features/settings/product-display/product-display.contract.ts'
import { groupPrice } from '#features/settings/sale-group/sale-group.contract.ts'
import type { SettingChangeRow } from '#features/settings/setting-change/setting-change.contract.ts'
import { moneyConfig } from '#features/wallets/money-config/money-config.contract.ts'
import { moneyConfigPage } from '#features/wallets/pages.contract.ts'
import { openOffice, type Office, type Person } from './office.ts'
import { idOf } from './orders.ts'
import { dayFromNow } from './tickets.ts'

export type Values = Record<string, unknown>

export interface SeenSetting {
  /** What is saved, as the call takes it. */
  values: Values
  version: number
  /** Missing where a setting has no history of its own with a way back. */
  history?: readonly SettingChangeRow[]
}

export interface Setting {
  call: Call<'write'>
  read: () => Promise<SeenSetting>
  /** Changed values, different for each number. */
  changed: (values: Values, n: number) => Values
  /** What the person sends who takes a change back, from what the history has. */
  undone?: (before: Values) => Values
  /** Fields beside the values, which say what is changed. */
  key?: () => Values
}

/** Everybody who may change all of these settings. */
export const setting_rights = [...systemConfigPage.rights, ...moneyConfigPage.rights]

export const setting_names = [
  'time limits of orders',
  'payment sources',
  'order of products',
  'shown product',
  'gateway fee',
  'order times',
  'order value',
  'prices of a group',
  'alarm',
  'result feed',
  'payment of prizes',
  'withdrawals',
] as const
export type SettingName = (typeof setting_names)[number]

/** Adds a group of points of sale; returns its number. */
export const newGroup = (office: Office) =>
  office.write((db) =>
    idOf(
      db,
      sql`insert into pos_group (pos_group_name) values ('Nhóm ' || gen_random_uuid()) returning pos_group_id as id`,
    ),
  )

/** An office with two people who may change its settings, a group of points of sale, a planned gateway fee, and the settings as `an` sees them. */
export async function openSettings() {
  const office = await openOffice()
  const [an, binh] = [await office.hire(setting_rights), await office.hire(setting_rights)]
  const day = await dayFromNow(office.db, 9)
  const group_id = await newGroup(office)
  const fee = { payment_vendor_id: 2, from_day: day, fee_rate: 100 }
  const { payment_fee_gate_id: fee_id } = await an.call(paymentFeeGate.add, fee)
  return { office, an, binh, day, group_id, settings: settingsOf({ an, day, group_id, fee_id }) }
}

/** The person saves these values of a setting, as changed from this version. */
export const saveSetting = (
  person: Person,
  { call, key }: Setting,
  values: Values,
  version: number | undefined,
): Promise<unknown> => person.call(call, { ...key?.(), ...values, ...(version !== undefined && { version }) })

/** These fields of a row; null where it has none. */
export const pick = (row: object, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, (row as Values)[name] ?? null]))

const order_limits = ['unpaid_minutes', 'hold_minutes', 'report_hours', 'search_days']
const fees = ['fee_rate', 'fee_fixed', 'fee_least', 'fee_most']
const rule = ['status', 'most_waiting', 'most_minutes', 'least_stock', 'most_percent', 'least_amount']
/** What is saved of the result feed and of a shown product, without secrets and names. */
export const feed_fields = [
  'status',
  'first_url',
  'second_url',
  'confirm_by',
  'wait_seconds',
  'when_late',
  'when_contradicting',
]
export const display_fields = ['label', 'image_url', 'image_alt', 'status']
const rotated = <T>(rows: readonly T[], n: number): T[] => [
  ...rows.slice(n % rows.length),
  ...rows.slice(0, n % rows.length),
]

interface Places {
  an: Person
  day: string
  group_id: number
  fee_id: number
}

const settingsOf = (places: Places): Record<SettingName, Setting> => ({
  ...displayedSettings(places),
  ...plannedSettings(places),
})

function displayedSettings({ an, fee_id }: Places) {
  return {
    'time limits of orders': {
      call: orderLimit.update,
      async read() {
        const limits = await an.call(orderLimit.get, {})
        return { values: pick(limits, order_limits), version: limits.version, history: limits.history }
      },
      changed: (values, n) => ({ ...values, hold_minutes: 100 + n }),
    },
    'payment sources': {
      call: paymentSource.update,
      async read() {
        const { items, version, history } = await an.call(paymentSource.list, {})
        const vendors = items.map((row) => pick(row, ['payment_vendor_id', 'vendor_name', 'status']))
        return { values: { vendors }, version, history }
      },
      changed: ({ vendors }, n) => ({ vendors: rotated(vendors as Values[], n + 1) }),
    },
    'order of products': {
      call: productDisplay.setup,
      async read() {
        const { items, version } = await an.call(productDisplay.list, { page_size: 100 })
        const { items: history } = await an.call(productDisplay.history, {})
        return { values: { product_ids: items.map(({ product_id }) => product_id) }, version, history }
      },
      changed: ({ product_ids }, n) => ({ product_ids: rotated(product_ids as number[], n + 1) }),
    },
    'shown product': {
      call: productDisplay.update,
      key: () => ({ product_id: product.keno }),
      async read() {
        const row = await an.call(productDisplay.detail, { product_id: product.keno })
        const { items: history } = await an.call(productDisplay.history, {})
        return { values: pick(row, display_fields), version: row.version, history }
      },
      changed: (values, n) => ({ ...values, label: `Keno ${n}` }),
    },
    'gateway fee': {
      call: paymentFeeGate.update,
      key: () => ({ payment_fee_gate_id: fee_id }),
      async read() {
        const { items, history } = await an.call(paymentFeeGate.list, {})
        const row = items.find((item) => item.payment_fee_gate_id === fee_id)!
        return { values: pick(row, fees), version: row.version, history }
      },
      changed: (values, n) => ({ ...values, fee_fixed: 1_000 + n }),
    },
  } satisfies Partial<Record<SettingName, Setting>>
}

function plannedSettings({ an, day, group_id }: Places) {
  return {
    'order times': {
      call: orderTime.update,
      key: () => ({ category: product.keno, from_day: day }),
      async read() {
        const { items, history } = await an.call(orderTime.list, {})
        const row = items.find(({ category }) => category === product.keno)!
        const planned = row.planned.find(({ from_day }) => from_day === day) ?? row
        const times = pick(planned, ['stop_seconds', 'print_seconds', 'open_seconds'])
        return { values: { times }, version: row.version, history }
      },
      changed: ({ times }, n) => ({ times: { ...(times as Values), stop_seconds: 200 + n } }),
      undone: (times) => ({ times }),
    },
    'order value': {
      call: orderPrice.update,
      key: () => ({ category: product.keno }),
      async read() {
        const { items, history } = await an.call(orderPrice.list, {})
        const row = items.find(({ category }) => category === product.keno)!
        return { values: pick(row, ['minimum', 'maximum']), version: row.version, history }
      },
      changed: (values, n) => ({ ...values, maximum: 1_000_000 + n }),
    },
    'prices of a group': {
      call: groupPrice.update,
      key: () => ({ group_id }),
      async read() {
        const { items, version, history } = await an.call(groupPrice.list, { group_id })
        const keno = items.find(({ category }) => category === product.keno)!
        return { values: { prices: [{ category: product.keno, price: keno.price }] }, version, history }
      },
      changed: (_, n) => ({ prices: [{ category: product.keno, price: 9_000 + n }] }),
    },
    alarm: {
      call: alarmConfig.update,
      key: () => ({ kind: alarmKind.orders_waiting }),
      async read() {
        const { items, history } = await an.call(alarmConfig.get, {})
        const row = items.find(({ kind }) => kind === alarmKind.orders_waiting)!
        return { values: { ...pick(row, rule), users: row.users, groups: row.groups }, version: row.version, history }
      },
      changed: (values, n) => ({ ...values, most_waiting: 500 + n, users: n % 2 ? [an.user_id] : [] }),
    },
    'result feed': {
      call: kenoResult.update,
      async read() {
        const config = await an.call(kenoResult.get, {})
        return { values: pick(config, feed_fields), version: config.version, history: config.history }
      },
      changed: (values, n) => ({ ...values, wait_seconds: 100 + n }),
    },
    'payment of prizes': {
      call: pushConfig.update,
      async read() {
        const config = await an.call(pushConfig.list, {})
        return { values: pick(config, ['push_auto', 'stop_after', 'expire_warn_days']), version: config.version }
      },
      changed: (values, n) => ({ ...values, stop_after: 10 + n }),
    },
    withdrawals: {
      call: moneyConfig.save,
      async read() {
        const { updated_by_name: _, updated_at: __, version, ...values } = await an.call(moneyConfig.get, {})
        return { values, version }
      },
      changed: (values, n) => ({ ...values, bank_fee_fixed: 100 + n }),
    },
  } satisfies Partial<Record<SettingName, Setting>>
}
