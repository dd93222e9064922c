/** One text of the terms: written, compared with its other versions, published. */
import { useState } from 'react'
import { useParams } from '#web/route/location.ts'
import { useRead } from '#web/call/api.ts'
import { PageProvider } from '#web/route/page-context.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { configFilePage } from '../pages.contract.ts'
import { configFile } from './config-file.contract.ts'
import { ConfigFileEditor } from './config-file-editor.screen.tsx'

export default function ConfigFileUpdateScreen() {
  const { id } = useParams<{ id?: string }>()
  const config_file_id = /^\d{1,9}$/.test(id ?? '') ? Number(id) : 0
  return (
    <PageProvider value={configFilePage}>
      <Screen>
        {config_file_id > 0 ? <Opened key={config_file_id} config_file_id={config_file_id} /> : <Missing />}
      </Screen>
    </PageProvider>
  )
}

const Missing = () => <EmptyState kind="empty" icon="document" title="Không có điều khoản này" />

function Opened({ config_file_id }: { config_file_id: number }) {
  const [round, setRound] = useState(0)
  const file = useRead(configFile.detail, { config_file_id }, { fresh_ms: 0 })
  // A draft starts with the text that customers read now.
  const published = file.data?.published_number ?? null
  const wants_published = file.data !== undefined && file.data.draft === null && published !== null
  const begin = useRead(
    configFile.version,
    { config_file_id, number: published ?? 1 },
    { enabled: wants_published, fresh_ms: Infinity },
  )
  const failed = file.error ?? begin.error
  if (failed && !file.data)
    return (
      <EmptyState
        kind="error"
        message={failed.message}
        transid={failed.transid}
        onRetry={() => void file.refetch().then(() => begin.refetch())}
      />
    )
  if (!file.data || (wants_published && !begin.data)) return <Skeleton lines={12} />
  const reload = () => void file.refetch().then(() => setRound(round + 1))
  return <ConfigFileEditor key={round} opened={file.data} begin={begin.data?.content ?? ''} onReplaced={reload} />
}
