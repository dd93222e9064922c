/** Counts the person's open alarms for the tab of the alarms; renders nothing. It loads after the settings, because only its number is shown there. */
import { useEffect } from 'react'
import { useRead } from '#web/call/api.ts'
import { counting } from '#web/call/counting.ts'
import { alarms } from './alarm.contract.ts'

export interface AlarmCountProps {
  onCounted: (count: number) => void
}

export default function AlarmCount({ onCounted }: AlarmCountProps) {
  const count = useRead(alarms.list, { is_open: true, part: 'totals' }, counting).data?.total ?? 0
  useEffect(() => onCounted(count), [onCounted, count])
  return null
}
