/** How the replica that answers reports does. */
import { condition } from '#server/program/condition.ts'
import { numberText } from '#contract/text/number-text.ts'
import { trouble, well } from './lines.server.ts'
import type { StatusLine } from './status.contract.ts'

export function replicaLines(): StatusLine[] {
  const { replica: readReplica } = condition()
  if (readReplica === null) return []
  const { trouble: why, lag_s } = readReplica()
  if (why === null) return [well('Bản sao cho báo cáo', `trễ ${numberText(lag_s ?? 0, 1)} giây`)]
  const value = lag_s === null ? 'không dùng được' : `trễ ${numberText(lag_s, 1)} giây`
  const advice = `Máy chính đang trả lời báo cáo thay bản sao. Lý do: ${why}.`
  return [trouble('Bản sao cho báo cáo', value, { tone: 'watch', advice })]
}
