/** The list of uploads with their progress. */
import { Act } from '#web/action/act.tsx'
import { useReloadWhile } from '#web/list/use-reload-while.ts'
import { momentText } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { useTransfer } from '#web/call/transfer.ts'
import ListPager from '#web/list/list-pager.tsx'
import { ListFallback } from '#web/record/fallback.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Stack, Toolbar } from '#web/ui/layout/layout.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { sizeText } from '#web/ui/field/size-text.ts'
import { useLocalList } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { TicketUpload, ticketUpload, uploadStatus } from './ticket-upload.contract.ts'
import { isRunning, stockText, summaryText } from './upload-detail.screen.tsx'
import type { Upload } from './upload-faults.screen.tsx'

interface UploadsProps {
  onOpen: (upload_id: number) => void
  onNew: () => void
}

export function Uploads({ onOpen, onNew }: UploadsProps) {
  const list = useLocalList(ticketUpload.list)
  useReloadWhile(list.rows.some(isRunning), list.reload)
  return (
    <Stack>
      <SendingNow onOpen={onNew} />
      <Toolbar>
        <SearchBar list={list} keyword="Tên tệp" filters={['status']} />
      </Toolbar>
      <ListFallback list={list} />
      {list.phase === 'unmatched' && (
        <EmptyState kind="no-match" title="Không có lượt tải phù hợp" onClear={list.clear} />
      )}
      {list.phase === 'empty' && (
        <EmptyState
          kind="empty"
          icon="upload"
          title="Chưa có lượt tải nào"
          action={
            <Act call={ticketUpload.upload} icon="upload" onClick={onNew}>
              Tải tệp lên
            </Act>
          }
        />
      )}
      {list.phase === 'rows' && (
        <RecordList
          items={list.rows.map((upload) => ({
            key: upload.upload_id,
            icon: 'sheet',
            title: upload.file_name,
            badge: show(infoOf(TicketUpload.shape.status), upload.status),
            lines: [
              stockText(upload),
              stateText(upload),
              `${upload.created_by_name ?? ''} tải lên ${momentText(upload.created_at)}`,
            ],
            action: (
              <Button size="sm" aria-label={`Mở ${upload.file_name}`} onClick={() => onOpen(upload.upload_id)}>
                Mở
              </Button>
            ),
          }))}
        />
      )}
      {list.pageCount > 1 && <ListPager list={list} unit="lượt tải" />}
    </Stack>
  )
}

function stateText(upload: Upload): string {
  if (isRunning(upload)) return `${upload.progress}%`
  if (upload.status === uploadStatus.cancelled) return 'Không có vé nào được nhập.'
  if (upload.status === uploadStatus.failed) return upload.reason ?? ''
  const slip = upload.import_code === null ? '' : ` Phiếu ${upload.import_code}.`
  return summaryText(upload) + slip
}

/** A file that is still being sent. */
function SendingNow({ onOpen }: { onOpen: () => void }) {
  const transfer = useTransfer(ticketUpload.upload)
  if (!transfer) return null
  const { file, sent, failure } = transfer
  return (
    <Banner
      kind={failure ? 'error' : 'info'}
      title={failure ? `Chưa gửi được “${file.name}”` : `Đang gửi “${file.name}”`}
      action={
        <Button size="sm" onClick={onOpen}>
          Xem
        </Button>
      }
    >
      {failure ? failure.message : `${sizeText(sent)} / ${sizeText(file.size)}`}
    </Banner>
  )
}
