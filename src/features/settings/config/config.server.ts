import { mailFrom } from '#server/mail/mail.ts'
import { serve } from '#server/serve.ts'
import { config } from '#contract/web-calls/config.ts'

export default serve(config, {
  get: async ({ db, map_key, can_pay }) => {
    const sample = await db.selectFrom('setting').select('value').where('name', '=', 'sample').executeTakeFirst()
    return {
      map_key,
      map_region: 'VI',
      map_language: 'vi',
      can_pay: [...can_pay],
      sends_mail: mailFrom() !== null,
      has_sample: sample?.value === true,
    }
  },
})
