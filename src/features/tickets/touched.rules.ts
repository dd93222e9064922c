/** What shows the effect of slips and sets beside their own lists: stock, its movements, single tickets and the log. */
export const touched = ['cms/base_store', 'cms/report', 'cms/xskt_ticket', 'cms/audit']
