import { serve } from '#server/serve.ts'
import { config } from '#contract/web-calls/config.ts'

export default serve(config, {
  get: async ({ map_key, can_pay }) => ({ map_key, map_region: 'VI', map_language: 'vi', can_pay: [...can_pay] }),
})
