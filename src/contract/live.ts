/** What the server tells screens while it happens: that something of a topic has changed, never what. Who is told reads again. */
export const live_path = '/api/xs/management/cms/live'

/**
 * Where the reads are that each topic is about: sales in the roll-ups, draws with their states, and the work that waits for somebody. Who
 * may make one of the reads is told of the topic, whomever it concerns: that something was sold, not what.
 */
export const topicAreas = {
  sales: ['cms/report'],
  periods: ['cms/period'],
  results: ['cms/result'],
  orders: ['cms/history', 'cms/order'],
  tickets: ['cms/ticket_import', 'cms/ticket_group'],
  deposits: ['cms/wallet', 'cms/bankTransaction'],
  withdrawals: ['cms/withdrawal'],
  rewards: ['cms/reward', 'cms/telecom/push_reward'],
  adjustments: ['cms/accountWallet', 'cms/accountReward'],
  funds: ['cms/accountReward', 'cms/reconciliation'],
  accounts: ['cms/account'],
  alarms: ['cms/alarm'],
  notifications: ['cms/notification'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type Topic = keyof typeof topicAreas
export const topics = Object.keys(topicAreas) as readonly Topic[]

/** A comment comes at least so often: who hears nothing for much longer has lost the connection. */
export const heartbeat_ms = 15_000
