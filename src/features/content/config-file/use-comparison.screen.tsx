/** The state of a comparison: the two versions, their differences, and the selected change. */
import { useMemo, useState } from 'react'
import { compareTexts } from '#web/ui/rich-text/rich-text-blocks.ts'
import { useContent } from './config-file-content.screen.tsx'
import { versionStatus } from './config-file.contract.ts'
import type { Draft, TermsFile } from './use-draft.screen.tsx'

/** Stands for the draft in place of a version's number; it need not be saved. */
export const draft_value = 0

export type Comparison = ReturnType<typeof useComparison>

/** @param isShown false while the comparison is not shown: then nothing is computed */
export function useComparison(file: TermsFile, draft: Draft, isShown: boolean) {
  const published = file.versions.filter(({ status }) => status !== versionStatus.draft)
  const [left, setLeft] = useState(file.published_number ?? published[0]?.number ?? draft_value)
  const [right, setRight] = useState(draft_value)
  const [position, setPosition] = useState<number | null>(null)
  const left_text = useText(file, draft, left, isShown)
  const after = useText(file, draft, right, isShown)
  const pairs = useMemo(
    () => (!isShown || left_text === undefined || after === undefined ? null : compareTexts(left_text, after)),
    [isShown, left_text, after],
  )
  const places = (pairs ?? []).flatMap(({ kind }, place) => (kind === 'same' ? [] : [place]))
  return { published, left, setLeft, right, setRight, position, setPosition, pairs, places }
}

function useText(file: TermsFile, draft: Draft, number: number, isShown: boolean): string | undefined {
  const content = useContent(file, number === draft_value || !isShown ? null : number)
  return number === draft_value ? draft.content : content
}
