import { momentText } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Timeline } from '#web/ui/show/timeline.tsx'
import { infoOf } from '#contract/schema.ts'
import { resultAct, ResultStep, type ResultDetailRow } from './draw-result.contract.ts'

/** The history of a result, newest first. */
export function ResultTimeline({ steps }: Pick<ResultDetailRow, 'steps'>) {
  return (
    <Timeline
      entries={steps
        .map((step, index) => ({
          key: index,
          title: show(infoOf(ResultStep.shape.act), step.act),
          subtitle: `${step.made_by_name ?? 'Chương trình'} · ${momentText(step.made_at, true)}`,
          ...(step.act === resultAct.confirmed && { tone: 'green' as const }),
          ...(step.act === resultAct.differed && { tone: 'red' as const }),
          ...(step.reason !== null && { children: <Text>{step.reason}</Text> }),
        }))
        .toReversed()}
    />
  )
}
