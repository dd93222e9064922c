import { recordsOf } from '#server/record/records.ts'
import { serve } from '#server/serve.ts'
import { link, LinkRecord } from './link.contract.ts'

const links = recordsOf(LinkRecord)

export default serve(link, {
  list: ({ db, me, input }) => links.page(db, links.rows(db, me), input),
  add: async ({ db, me, input }) => (await links.find(links.rows(db, me), await links.insert(db, me, input)))!,
  update: async ({ db, me, input, fail }) => {
    await links.change(db, me, input, fail)
    return (await links.find(links.rows(db, me), input.link_id))!
  },
  delete: async ({ db, me, input, fail }) => {
    await links.remove(db, me, input, fail)
    return null
  },
})
