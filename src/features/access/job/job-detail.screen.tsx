import type { OpenRecord } from '#web/record/open-record.ts'
import { RecordDrawer, type RecordDrawerProps } from '#web/record/record-drawer.tsx'
import { RecordSection, RecordView } from '#web/record/record-view.tsx'
import type { RowAct } from '#web/action/act.tsx'
import { factsOf } from '#web/record/facts.ts'
import { CodeBlock } from '#web/ui/show/code-block.tsx'
import { infoOf } from '#contract/schema.ts'
import { GivenUpJob } from './job.contract.ts'

export interface JobDetailProps {
  record: OpenRecord
  /** The job; undefined while its list is loading, or where it is not in the list. */
  row: GivenUpJob | undefined
  read: RecordDrawerProps<GivenUpJob>['read']
  actsOf: (row: GivenUpJob) => readonly RowAct[]
}

const facts = ['name', 'tries', 'requested_at', 'given_up_at'] as const
const blocks = ['error', 'data', 'job_id'] as const

export default function JobDetail({ record, row, read, actsOf }: JobDetailProps) {
  return (
    <RecordDrawer record={record} read={read} row={row} title={row?.title ?? 'Việc thất bại'}>
      {(job) => (
        <RecordView facts={factsOf(GivenUpJob, job, facts)} acts={actsOf(job)}>
          {blocks.map((key) => {
            const { label } = infoOf(GivenUpJob.shape[key])!
            return (
              <RecordSection key={key} title={label}>
                <CodeBlock label={`${label}, nguyên văn`}>{job[key] ?? 'Không rõ'}</CodeBlock>
              </RecordSection>
            )
          })}
        </RecordView>
      )}
    </RecordDrawer>
  )
}
