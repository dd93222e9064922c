import { ActButtons } from '#web/act-buttons.tsx'
import type { RowAct } from '#web/act.tsx'
import { momentText } from '#web/format.ts'
import { History } from '#web/history.tsx'
import { show } from '#web/kinds.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { Heading } from '#web/ui/text.tsx'
import { infoOf } from '#contract/schema.ts'
import { stateOf, type BankLineRow } from './deposit-rows.screen.tsx'
import { Beside, requestOf } from './beside.screen.tsx'
import { BankLine } from './deposit.contract.ts'

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
          <Beside line={line} request={requestOf(line)} />
          <Stack gap={2}>
            <Heading level={3}>Lịch sử</Heading>
            <History table="bank_transaction" id={line.bank_transaction_id} />
          </Stack>
        </Stack>
      )}
    </Dialog>
  )
}
