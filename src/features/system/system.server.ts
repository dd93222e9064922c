import type { Area } from '#server/area.ts'
import status from './status/status.server.ts'

/** Its page stands in the menu beside those of the administrators. */
export default { services: [status] } satisfies Area
