/** The calls whose answers change with slips and ticket groups: stock, movements, tickets and the log. */
export const invalidated = ['cms/base_store', 'cms/report', 'cms/xskt_ticket']
