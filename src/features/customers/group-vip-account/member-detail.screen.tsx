/** A customer of a VIP group, in a drawer beside the list. */
import type { RowAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { idIn } from '#web/list/use-list.ts'
import { factsOf } from '#web/record/facts.ts'
import { FoldedHistory } from '#web/record/history.tsx'
import type { OpenRecord } from '#web/record/open-record.ts'
import { RecordDrawer } from '#web/record/record-drawer.tsx'
import { RecordView } from '#web/record/record-view.tsx'
import { phoneText } from '#web/value/format.ts'
import { CustomerSections } from '../customer/customer-sections.screen.tsx'
import { groupVipAccount, Member, type MemberRow } from './group-vip-account.contract.ts'

export interface MemberDetailProps {
  record: OpenRecord
  actsOf: (row: MemberRow) => RowAct[]
}

export default function MemberDetail({ record, actsOf }: MemberDetailProps) {
  const account_id = idIn(record.id)
  const detail = useRead(groupVipAccount.detail, { account_id }, { enabled: account_id > 0 })
  const title = detail.data ? (detail.data.full_name ?? phoneText(detail.data.msisdn)) : 'Khách hàng'
  return (
    <RecordDrawer record={record} read={detail} row={detail.data} title={title}>
      {(member) => (
        <RecordView
          facts={factsOf(Member, member, ['msisdn', 'group_name', 'note', 'created_by_name', 'created_at'])}
          timeline={<FoldedHistory table="group_vip" id={member.group_vip_id} />}
          acts={actsOf(member)}
        >
          <CustomerSections msisdn={member.msisdn} />
        </RecordView>
      )}
    </RecordDrawer>
  )
}
