/** How the replica that answers reports does. */
import { condition } from '#server/program/condition.ts'
import { number, trouble, well } from './lines.server.ts'
import type { StatusLine } from './status.contract.ts'

export function replicaLines(): StatusLine[] {
  const { replica: readReplica } = condition()
  if (readReplica === null) return []
  const { trouble: why, lag_s } = readReplica()
  if (why === null) return [well('Bản sao cho báo cáo', `trễ ${number(lag_s ?? 0)} giây`)]
  const value = lag_s === null ? 'không dùng được' : `trễ ${number(lag_s)} giây`
  const advice = `Máy chính đang trả lời báo cáo thay bản sao. Lý do: ${why}.`
  return [trouble('Bản sao cho báo cáo', value, { tone: 'watch', advice })]
}
