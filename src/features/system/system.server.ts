import type { Area } from '#server/area.ts'
import status from './status/status.server.ts'

/** The page is listed in the menu with those of the administrators. */
export default { services: [status] } satisfies Area
