/** The dialog of uploads: a new file, the list of uploads, and one of them. */
import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { areaOf, invalidate } from '#web/call/api.ts'
import { useRights } from '#web/session/rights.ts'
import { useTransfer } from '#web/call/transfer.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Spacer } from '#web/ui/layout/layout.tsx'
import { Tabs } from '#web/ui/action/tabs.tsx'
import { ticketUpload } from './ticket-upload.contract.ts'
import { UploadDetail } from './upload-detail.screen.tsx'
import { NewUpload, type PeriodSelection } from './new-upload.screen.tsx'
import type { UploadView } from './upload-view.screen.tsx'
import { Uploads } from './uploads.screen.tsx'

export interface UploadDialogProps {
  uploads: UploadView
  /** The filters of the list, which preset a new file. */
  start: Readonly<Record<string, unknown>>
}

export default function UploadDialog({ uploads: { view, setView }, start }: UploadDialogProps) {
  const { can } = useRights()
  useOpenArrived(setView)
  const isOne = typeof view === 'number'
  return (
    <Dialog
      open={view !== null}
      onClose={() => setView(null)}
      title="Tải vé từ tệp"
      description="Tệp được kiểm tra trên máy chủ; các dòng đúng thành một phiếu nhập chờ người khác duyệt."
      size="xl"
      footer={
        <>
          {isOne && (
            <Button icon="arrow-left" onClick={() => setView('list')}>
              Các lượt tải
            </Button>
          )}
          <Spacer />
          <Button onClick={() => setView(null)}>Đóng</Button>
        </>
      }
    >
      {isOne && <UploadDetail key={view} upload_id={view} onAnother={() => setView('new')} />}
      {(view === 'new' || view === 'list') && (
        <Tabs<'new' | 'list'>
          value={can(ticketUpload.upload) ? view : 'list'}
          onChange={setView}
          aria-label="Tải vé từ tệp"
          tabs={[
            ...(can(ticketUpload.upload)
              ? [{ value: 'new' as const, label: 'Tệp mới', content: <NewUpload start={selectionIn(start)} /> }]
              : []),
            {
              value: 'list',
              label: 'Các lượt tải',
              content: <Uploads onOpen={setView} onNew={() => setView('new')} />,
            },
          ]}
        />
      )}
    </Dialog>
  )
}

/** Opens an upload as soon as its file has arrived. */
function useOpenArrived(show: UploadView['setView']) {
  const client = useQueryClient()
  const transfer = useTransfer(ticketUpload.upload)
  useEffect(() => {
    if (!transfer?.answer) return
    transfer.drop()
    void invalidate(client, [areaOf(ticketUpload.list)])
    show(transfer.answer.upload_id)
  })
}

/** The period that the list is filtered by, if it is one. */
function selectionIn({ area_id, base_id, open_date, from_date, to_date }: UploadDialogProps['start']): PeriodSelection {
  const number = (value: unknown) => (typeof value === 'number' ? value : null)
  const day = open_date ?? (from_date === to_date ? from_date : null)
  return { area_id: number(area_id), base_id: number(base_id), open_date: typeof day === 'string' ? day : null }
}
