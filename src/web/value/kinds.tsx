/** Renders a value by its kind. Labels and options come from the contract. The inputs by kind are in form/kind-input.tsx. */
import type { ReactNode } from 'react'
import type { FieldInfo, Kind } from '#contract/schema.ts'
import { fullMomentText, textOf } from './format.ts'
import { Status } from '#web/ui/show/status.tsx'
import { ExternalLink } from '#web/ui/action/external-link.tsx'
import { Thumbnail } from '#web/ui/picture/thumbnail.tsx'

/** A value in a cell or a description. */
export function show(info: FieldInfo | undefined, value: unknown): ReactNode {
  if (value === null || value === undefined || value === '') return null
  if (info?.kind === 'status') {
    const option = info.options?.find((candidate) => candidate.value === value)
    return <Status tone={option?.tone ?? 'neutral'}>{option?.label ?? String(value)}</Status>
  }
  if (info?.kind === 'moment') return <span title={fullMomentText(String(value))}>{textOf(info, value)}</span>
  if (info?.kind === 'image') return <Thumbnail src={String(value)} alt={info.label} />
  if (info?.kind === 'link') return <ExternalLink href={String(value)} />
  return textOf(info, value)
}

/** Whether values of this kind are aligned right, so that their digits line up. */
export function isNumeric(kind: Kind | undefined): boolean {
  return kind === 'count' || kind === 'money' || kind === 'change' || kind === 'permille' || kind === 'rate'
}
