import { ActButtons } from '#web/action/act-buttons.tsx'
import type { RowAct } from '#web/action/act.tsx'
import { momentText } from '#web/value/format.ts'
import { History } from '#web/record/history.tsx'
import { show } from '#web/value/kinds.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { infoOf } from '#contract/schema.ts'
import { Comparison, requestOf } from './comparison.screen.tsx'
import { stateOf, type BankLineRow } from './line-row.screen.tsx'
import { BankLine } from './statement.contract.ts'

export interface LineDetailProps {
  line: BankLineRow | null
  actsOf: (line: BankLineRow) => RowAct[]
  onClose: () => void
}

export default function LineDetail({ line, actsOf, onClose }: LineDetailProps) {
  return (
    <Dialog
      open={line !== null}
      onClose={onClose}
      title={line ? `Giao dịch ${line.reference}` : 'Giao dịch'}
      description={line && momentText(line.at)}
      size="lg"
      footer={line && <ActButtons acts={actsOf(line)} />}
    >
      {line && (
        <Stack gap={5}>
          <Row>
            {stateOf(line)}
            {line.problem !== null && show(infoOf(BankLine.shape.problem), line.problem)}
          </Row>
          {line.note && (
            <Banner kind="info" title={infoOf(BankLine.shape.note)!.label}>
              {line.note}
            </Banner>
          )}
          <Comparison line={line} request={requestOf(line)} />
          <Stack gap={2}>
            <Heading level={3}>Lịch sử</Heading>
            <History table="bank_transaction" id={line.bank_transaction_id} />
          </Stack>
        </Stack>
      )}
    </Dialog>
  )
}
