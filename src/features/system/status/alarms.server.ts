import type { Db } from '#server/database/transaction.ts'
import type { Me } from '#server/session/session.ts'
import { alarmRows } from '#features/settings/alarm/alarm.query.server.ts'
import { numberText } from '#contract/text/number-text.ts'
import { trouble, well } from './lines.server.ts'
import type { StatusLine } from './status.contract.ts'

/** The open alarms that `me` receives; of all others only how many there are, because they may be about money or stock that `me` may not see. */
export async function alarmLines(db: Db, me: Me): Promise<StatusLine[]> {
  const open = await db
    .selectFrom('alarm')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select((eb) => eb.fn.count<number>('acknowledged_at').as('known'))
    .where('closed_at', 'is', null)
    .where('user_id', 'is', null)
    .executeTakeFirstOrThrow()
  if (open.count === 0) return [well('Cảnh báo', 'không có')]
  const rows = await alarmRows(db, me)
    .where('a.closed_at', 'is', null)
    .where('a.user_id', 'is', null)
    .orderBy('a.raised_at')
    .limit(50)
    .execute()
  const others = open.count - rows.length
  const other_known = open.known - rows.filter(({ acknowledged_at }) => acknowledged_at !== null).length
  return [
    ...rows.map(({ title, detail, url, acknowledged_at }) =>
      trouble(title.slice(0, 100), detail.slice(0, 300), { ...knownness(acknowledged_at !== null), link: url }),
    ),
    ...(others > 0
      ? [
          trouble(
            rows.length > 0 ? 'Cảnh báo khác' : 'Cảnh báo',
            `${numberText(others)} đang mở`,
            knownness(others === other_known),
          ),
        ]
      : []),
  ]
}

const knownness = (is_known: boolean) =>
  is_known
    ? ({ tone: 'watch', advice: 'Đã có người nhận việc này.' } as const)
    : ({ tone: 'bad', advice: 'Chưa ai bấm Đã biết.' } as const)
