import { ActButtons } from '#web/act-buttons.tsx'
import type { RowAct } from '#web/act.tsx'
import { factsOf } from '#web/facts.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { infoOf } from '#contract/schema.ts'
import { GivenUp } from './job.contract.ts'

export interface JobDetailProps {
  opened: GivenUp | null
  onClose: () => void
  actsOf: (row: GivenUp) => readonly RowAct[]
}

const facts = ['name', 'tries', 'asked_at', 'given_up_at'] as const

export default function JobDetail({ opened, onClose, actsOf }: JobDetailProps) {
  return (
    <Drawer
      open={opened !== null}
      onClose={onClose}
      title={opened?.title ?? ''}
      size="lg"
      footer={opened && <ActButtons acts={actsOf(opened)} />}
    >
      {opened && (
        <DescriptionList
          columns={2}
          items={[
            ...factsOf(GivenUp, opened, facts),
            ...(['job_id', 'error', 'data'] as const).map((key) => {
              const { label } = infoOf(GivenUp.shape[key])!
              return { label, value: <CodeBlock label={label}>{opened[key] ?? 'Không rõ'}</CodeBlock>, wide: true }
            }),
          ]}
        />
      )}
    </Drawer>
  )
}
