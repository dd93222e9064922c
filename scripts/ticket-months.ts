// `npm run ticket-months`: the months in which tickets are kept, with their size. `npm run ticket-months -- detach 2026-01` puts one away:
// its tables leave the lists and stay in the database, to be dumped and dropped by whoever keeps the archive.
import { StartError } from '#server/program/start-error.ts'
import { detachMonth, ticketMonths } from '#features/tickets/stock/ticket-months.server.ts'
import { withDatabase } from './reach-database.ts'

const [act, month] = process.argv.slice(2)

await withDatabase(async (client) => {
  if (act !== undefined && (act !== 'detach' || !/^\d{4}-(0[1-9]|1[0-2])$/.test(month ?? '')))
    throw new StartError('Cách dùng: npm run ticket-months, hoặc npm run ticket-months -- detach 2026-01')
  if (act === undefined) {
    for (const one of await ticketMonths(client))
      console.log(
        `${one.month}  ${one.tickets.toLocaleString('vi-VN').padStart(13)} dòng vé  ${mb(one.bytes).padStart(9)} MB`,
      )
  } else {
    const tables = await detachMonth(client, month!)
    if (!tables) throw new StartError(`Tháng ${month} không có vé, hoặc chưa qua đủ một tháng.`)
    console.log(
      `✓ Đã cất vé tháng ${month}: ${tables.join(', ')} còn trong cơ sở dữ liệu nhưng không hiện trong danh sách.`,
    )
  }
})

function mb(bytes: number): string {
  return (bytes / 1_048_576).toLocaleString('vi-VN', { maximumFractionDigits: 1 })
}
