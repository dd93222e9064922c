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
  const [opened_at] = useState(Date.now)
  const file = useRead(configFile.detail, { config_file_id }, { fresh_ms: 0 })
  // What was read at an earlier visit lacks what was saved since.
  const isCurrent = file.data !== undefined && file.dataUpdatedAt >= opened_at
  // A draft starts with the text that customers read now.
  const published_number = file.data?.published_number ?? null
  const needsPublished = isCurrent && file.data.draft === null && published_number !== null
  const published = useRead(
    configFile.version,
    { config_file_id, number: published_number ?? 1 },
    { enabled: needsPublished, fresh_ms: Infinity },
  )
  const failure = file.error ?? published.error
  if (failure && (!isCurrent || (needsPublished && !published.data)))
    return (
      <EmptyState
        kind="error"
        message={failure.message}
        transid={failure.transid}
        onRetry={() => void (isCurrent ? published : file).refetch()}
      />
    )
  if (!isCurrent || (needsPublished && !published.data)) return <Skeleton lines={12} />
  const reload = () => void file.refetch().then(() => setRound(round + 1))
  return (
    <ConfigFileEditor
      key={round}
      initialFile={file.data}
      initial_content={published.data?.content ?? ''}
      onReplaced={reload}
    />
  )
}
