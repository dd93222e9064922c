import { useRead } from '#web/call/api.ts'
import { configFile } from './config-file.contract.ts'
import type { TermsFile } from './use-draft.screen.tsx'

/** The content of a published version, which never changes; undefined while it is loading, or without a number. */
export function useContent({ config_file_id }: Pick<TermsFile, 'config_file_id'>, number: number | null) {
  return useRead(
    configFile.version,
    { config_file_id, number: number ?? 1 },
    { enabled: number !== null, fresh_ms: Infinity },
  ).data?.content
}
