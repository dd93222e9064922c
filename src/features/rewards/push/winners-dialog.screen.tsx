/** Downloads the winners' file of traditional tickets: for the days and the station that the list is filtered by, or for other ones. */
import { useState } from 'react'
import { startServerExport } from '#web/excel/export/server-export.ts'
import { useChoices } from '#web/choices/use-choices.ts'
import { Combobox } from '#web/ui/choice/combobox.tsx'
import { DateRange } from '#web/ui/date/date-range.tsx'
import type { DayRange } from '#web/ui/date/day-ranges.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { rewards } from '#features/rewards/reward/reward.contract.ts'
import { drawArea } from '#features/tickets/draw-area/draw-area.contract.ts'
import { push } from './push.contract.ts'

interface WinnersDialogProps {
  days: DayRange
  area_id: number | null
  onClose: () => void
}

export default function WinnersDialog({ days, area_id, onClose }: WinnersDialogProps) {
  const [{ from, to }, setDays] = useState(days)
  const [area, setArea] = useState(area_id)
  const stations = useChoices(
    drawArea.byBase,
    (row) => ({ value: row.area_id, label: row.area_name, detail: row.area_code }),
    { chosen: area === null ? [] : [area] },
  )
  const start = () => {
    const input = { from_date: from, to_date: to, area_id: area }
    const [title, url] = ['vé trúng thưởng', 've-trung']
    // Started as an export of the list, which shows its progress.
    startServerExport({ list: rewards.list, call: push.export, input, title, url })
    onClose()
  }
  return (
    <Dialog
      open
      size="md"
      title="Xuất vé trúng"
      description="Vé truyền thống trúng thưởng, mỗi đơn một dòng, cùng thuế và tình trạng trả thưởng."
      saveLabel="Xuất file"
      saveWhyNot={!(from && to) && 'Hãy chọn ngày quay.'}
      onSubmit={start}
      onClose={onClose}
    >
      <Stack>
        <Field label="Ngày quay" group required>
          <DateRange value={{ from, to }} onChange={setDays} />
        </Field>
        <Field label="Đài">
          <Combobox {...stations} value={area} onChange={setArea} clearable placeholder="Mọi đài" />
        </Field>
      </Stack>
    </Dialog>
  )
}
