// `npm run ticket-months`: lists the months of stored tickets with their size, and which can be detached. `npm run ticket-months -- detach 2026-01`
// detaches one: its tables disappear from the lists but stay in the database, until an operator copies them to files and drops them.
import { StartError } from '#server/program/start-error.ts'
import { detachMonth, ticketMonths } from '#features/tickets/stock/ticket-months.server.ts'
import { numberText } from '#contract/text/number-text.ts'
import { withDatabase } from './reach-database.ts'

const [command, month] = process.argv.slice(2)

await withDatabase(async (client) => {
  if (command !== undefined && (command !== 'detach' || !/^\d{4}-(0[1-9]|1[0-2])$/.test(month ?? '')))
    throw new StartError('Cách dùng: npm run ticket-months, hoặc npm run ticket-months -- detach 2026-01')
  if (command === undefined) {
    for (const { month: stored_month, tickets, bytes, can_detach } of await ticketMonths(client))
      console.log(
        `${stored_month}  ${numberText(tickets).padStart(13)} dòng vé  ${numberText(bytes / 1_048_576, 1).padStart(9)} MB${can_detach ? '  có thể cất' : ''}`,
      )
  } else {
    const tables = await detachMonth(client, month!)
    if (!tables) throw new StartError(`Tháng ${month} không có vé, hoặc giải của tháng ấy còn hạn lĩnh.`)
    console.log(
      `✓ Đã cất vé tháng ${month}: ${tables.join(', ')} còn trong cơ sở dữ liệu nhưng không hiện trong danh sách.`,
    )
  }
})
