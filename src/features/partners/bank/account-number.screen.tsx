import { CopyButton } from '#web/ui/action/copy-button.tsx'
import { Row } from '#web/ui/layout/layout.tsx'
import { Mono } from '#web/ui/layout/text.tsx'
import { groupsOfFour } from './account-number.rules.ts'

/** An account number, shown in groups of four and copied without spaces. */
export function AccountNumber({ value }: { value: string }) {
  return (
    <Row gap={1} wrap={false}>
      <Mono>{groupsOfFour(value)}</Mono>
      <CopyButton text={value} label="Sao chép số tài khoản" />
    </Row>
  )
}
