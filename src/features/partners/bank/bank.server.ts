import { contains, vietnamese } from '#server/record/list.ts'
import { serve } from '#server/serve.ts'
import { bank } from './bank.contract.ts'

export default serve(bank, {
  list: async ({ db, input }) => {
    const items = await db
      .selectFrom('bank')
      .select(['bank_id', 'bank_code', 'bin', 'short_name', 'bank_name', 'transfer_supported'])
      .where('status', '=', 1)
      .where(contains('search', input.keyword))
      .orderBy(vietnamese('short_name'))
      .execute()
    return { items, total: items.length }
  },
})
