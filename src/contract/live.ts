/** What the server tells screens while it happens: that something of a topic has changed, never what. Who is told reads again. */
export const live_path = '/api/xs/management/cms/live'

/** Sales in the roll-ups, orders that wait for somebody, and draws with their states. */
export const topics = ['sales', 'orders', 'periods'] as const
export type Topic = (typeof topics)[number]

/** Where the reads are that a topic is about. Who may make one of them is told of it, whomever it concerns: that something was sold, not what. */
export const topicAreas: Readonly<Record<Topic, readonly string[]>> = {
  sales: ['cms/report'],
  orders: ['cms/history', 'cms/order'],
  periods: ['cms/period'],
}

/** A comment comes at least so often: who hears nothing for much longer has lost the connection. */
export const heartbeat_ms = 15_000
