import { config } from '#contract/web-calls/config.ts'
import { useRead } from '#web/call/api.ts'
import type { MapAccess } from './google-maps.ts'

/** Null without a key; undefined until it is known. */
export function useMapAccess(): MapAccess | null | undefined {
  const { data, isError } = useRead(config.get, {}, { fresh_ms: Number.POSITIVE_INFINITY })
  if (data === undefined) return isError ? null : undefined
  const { map_key: key, map_region: region, map_language: language } = data
  return key === null ? null : { key, region, language }
}
