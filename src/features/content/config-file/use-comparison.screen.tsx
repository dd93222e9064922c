/** The state of a comparison: the two versions, their differences, and the selected change. */
import { useMemo, useState } from 'react'
import { compareTexts } from '#web/ui/rich-text/rich-text-blocks.ts'
import { useContent } from './config-file-content.screen.tsx'
import { versionStatus } from './config-file.contract.ts'
import type { Draft, File } from './use-draft.screen.tsx'

/** Stands for the draft in place of a version's number; it need not be saved. */
export const draft_value = 0

export type Comparison = ReturnType<typeof useComparison>

/** @param wanted false while the comparison is not shown: then nothing is computed */
export function useComparison(file: File, draft: Draft, wanted: boolean) {
  const published = file.versions.filter(({ status }) => status !== versionStatus.draft)
  const [left, setLeft] = useState(file.published_number ?? published[0]?.number ?? draft_value)
  const [right, setRight] = useState(draft_value)
  const [at, setAt] = useState<number | null>(null)
  const before = useText(file, draft, left, wanted)
  const after = useText(file, draft, right, wanted)
  const pairs = useMemo(
    () => (!wanted || before === undefined || after === undefined ? null : compareTexts(before, after)),
    [wanted, before, after],
  )
  const places = (pairs ?? []).flatMap(({ kind }, place) => (kind === 'same' ? [] : [place]))
  return { published, left, setLeft, right, setRight, at, setAt, pairs, places }
}

function useText(file: File, draft: Draft, number: number, wanted: boolean): string | undefined {
  const content = useContent(file, number === draft_value || !wanted ? null : number)
  return number === draft_value ? draft.content : content
}
