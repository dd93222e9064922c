import type { Area } from '#server/area.ts'

export default {
  services: [],
} satisfies Area
