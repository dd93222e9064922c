/** The live stream: the server tells that something of a topic has changed, never what; screens then read again. */
export const live_path = '/api/xs/management/cms/live'

/** The areas of the reads that each topic affects. A person who may make one of these reads is told of the topic. */
export const topicAreas = {
  sales: ['cms/report'],
  periods: ['cms/period'],
  results: ['cms/result'],
  orders: ['cms/history', 'cms/order'],
  tickets: ['cms/ticket_import', 'cms/ticket_group', 'cms/xskt_ticket/return'],
  deposits: ['cms/wallet', 'cms/bankTransaction'],
  withdrawals: ['cms/withdrawal'],
  rewards: ['cms/reward', 'cms/telecom/push_reward'],
  adjustments: ['cms/accountWallet', 'cms/accountReward'],
  funds: ['cms/accountReward', 'cms/reconciliation'],
  accounts: ['cms/account'],
  closings: ['cms/day_close'],
  alarms: ['cms/alarm'],
  notifications: ['cms/notification'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type Topic = keyof typeof topicAreas
export const topics = Object.keys(topicAreas) as readonly Topic[]

/** The stream sends a comment at least this often; a client that gets nothing for much longer has lost the connection. */
export const heartbeat_ms = 15_000
