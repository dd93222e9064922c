/** The orders that the person has taken and not finished, also after a reload, until their time is over. */
import { useRead } from '#web/call/api.ts'
import { Badge } from '#web/ui/show/badge.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { Mono, Text } from '#web/ui/layout/text.tsx'
import { moneyText } from '#contract/text/money-text.ts'
import { transactionProcess } from './process.contract.ts'
import { textOfProduct, Times, type ProcessRow, type QueueTexts } from './process-parts.screen.tsx'

interface TakenOrdersProps {
  texts: QueueTexts
  onResume: (row: ProcessRow) => void
}

const max_shown = 3

export function TakenOrders({ texts, onResume }: TakenOrdersProps) {
  const { data } = useRead(
    transactionProcess.list,
    { handling: texts.handling, mine: true, page_size: 10 },
    { keepPrevious: true },
  )
  const items = data?.items ?? []
  if (items.length === 0) return null
  const hidden_count = (data?.total ?? items.length) - max_shown
  return (
    <Panel title={`Bạn đang giữ ${data?.total ?? items.length} đơn`}>
      <RecordList
        items={items.slice(0, max_shown).map((row) => ({
          key: row.process_id,
          title: (
            <>
              <Mono>{row.process_id}</Mono> {textOfProduct(row)}
            </>
          ),
          badge: row.image_count > 0 && <Badge tone="green">{`${row.image_count} ảnh`}</Badge>,
          lines: [`${row.numbers} · ${moneyText(row.total)}`, <Times key="times" row={row} texts={texts} />],
          action: (
            <Button size="sm" icon="arrow-right" onClick={() => onResume(row)}>
              Làm tiếp
            </Button>
          ),
        }))}
      />
      {hidden_count > 0 && <Text tone="muted">{`Và ${hidden_count} đơn nữa, ở hàng đợi Đang xử lý.`}</Text>}
    </Panel>
  )
}
