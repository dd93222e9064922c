/** Tickets from a file, beside the list of tickets: a new file, the uploads that there are, and one of them until its slip is there. */
import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { areaOf, invalidate } from '#web/api.ts'
import { useRights } from '#web/rights.ts'
import { useTransfer } from '#web/transfer.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Spacer } from '#web/ui/layout.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ticketUpload } from './ticket-upload.contract.ts'
import { UploadDetail } from './upload-detail.screen.tsx'
import { UploadNew, type WishedDraw } from './upload-new.screen.tsx'
import type { UploadPlace } from './upload-place.screen.tsx'
import { Uploads } from './uploads.screen.tsx'

export interface UploadDialogProps {
  place: UploadPlace
  /** What the list is filtered by: a new file is most likely for that. */
  start: Readonly<Record<string, unknown>>
}

export default function UploadDialog({ place: { shown, show }, start }: UploadDialogProps) {
  const { can } = useRights()
  useArrival(show)
  const isOne = typeof shown === 'number'
  return (
    <Dialog
      open={shown !== null}
      onClose={() => show(null)}
      title="Tải vé từ tệp"
      description="Tệp được kiểm tra trên máy chủ; các dòng đúng thành một phiếu nhập chờ người khác duyệt."
      size="xl"
      footer={
        <>
          {isOne && (
            <Button icon="arrow-left" onClick={() => show('list')}>
              Các lượt tải
            </Button>
          )}
          <Spacer />
          <Button onClick={() => show(null)}>Đóng</Button>
        </>
      }
    >
      {isOne && <UploadDetail key={shown} upload_id={shown} onAnew={() => show('new')} />}
      {(shown === 'new' || shown === 'list') && (
        <Tabs<'new' | 'list'>
          value={can(ticketUpload.upload) ? shown : 'list'}
          onChange={show}
          aria-label="Tải vé từ tệp"
          tabs={[
            ...(can(ticketUpload.upload)
              ? [{ value: 'new' as const, label: 'Tệp mới', content: <UploadNew start={drawIn(start)} /> }]
              : []),
            { value: 'list', label: 'Các lượt tải', content: <Uploads onOpen={show} onNew={() => show('new')} /> },
          ]}
        />
      )}
    </Dialog>
  )
}

/** A file that has arrived is followed from there on. */
function useArrival(show: UploadPlace['show']) {
  const client = useQueryClient()
  const transfer = useTransfer(ticketUpload.upload)
  useEffect(() => {
    if (!transfer?.answer) return
    transfer.drop()
    void invalidate(client, [areaOf(ticketUpload.list)])
    show(transfer.answer.upload_id)
  })
}

/** The one draw that the list shows, as far as it is one. */
function drawIn({ area_id, base_id, open_date, from_date, to_date }: UploadDialogProps['start']): WishedDraw {
  const number = (value: unknown) => (typeof value === 'number' ? value : null)
  const day = open_date ?? (from_date === to_date ? from_date : null)
  return { area_id: number(area_id), base_id: number(base_id), open_date: typeof day === 'string' ? day : null }
}
