/** What is told of an order `o`, with its draw `p`, beside its own columns: the lists, the queues and the channel mean the same by it. */
import { sql, type RawBuilder } from 'kysely'
import { enders, expiry_reason, handling, orderStatus, type OrderStatus } from './order.contract.ts'

/** The status that is shown of order `o` with its draw `p`: once the draw has stopped, what is done waits for it. */
export const shown_status = sql<OrderStatus>`case when o.status = ${sql.lit(orderStatus.done)} and p.stop_at <= now()
  then ${sql.lit(orderStatus.awaiting_draw)} else o.status end`

/** What an act depends on is asked of the clock anew: the statement before may have waited for a lock. What is only shown is as of the call's beginning. */
const now = sql`clock_timestamp()`
/** A game's ticket has to be printed in time. Tickets of a station are on paper already, as those that the shop keeps: they are to be shown before the draw. */
export const due_at = sql<string>`(case when o.handling = ${sql.lit(handling.held)} or o.area_id is not null
  then p.draw_at else p.print_at end)`
export const is_due_over = sql<boolean>`(${due_at} <= ${now})`
export const is_draw_cancelled = sql<boolean>`(p.cancelled_at is not null)`
/** Whoever took order `o` has it until then, from the last thing that was done to it. */
export const hold_until = sql<string>`(coalesce(o.updated_at, o.taken_at, o.paid_at)
  + (select make_interval(mins => hold_minutes) from sale_config))`
/** That time is over: the order is nobody's, until somebody takes it. */
export const is_lapsed = sql<boolean>`(o.status = ${sql.lit(orderStatus.processing)} and ${hold_until} <= ${now})`
export const lapsed_at = sql<string | null>`case when ${is_lapsed} then ${hold_until} end`

/** Of tickets that lie in a stock, single ones and whole sets: what order `o` bought is still sold there. */
export const is_still_sold = sql<boolean>`not exists (
  select from order_line l where l.order_id = o.order_id and coalesce(
    case when l.xsdt_ticket_id is not null
        then (select t.sold from xskt_ticket t where t.open_date = o.open_date and t.xsdt_ticket_id = l.xsdt_ticket_id)
      when l.ticket_group_id is not null
        then (select sum(t.sold) from xskt_ticket t where t.open_date = o.open_date and t.ticket_group_id = l.ticket_group_id)
      else l.quantity end, 0) < l.quantity)`

const boards_shown = 6

/** The first boards or tickets of order `o`, as on the paper. */
export const numbers = sql<string>`left(coalesce((
  select string_agg(concat_ws(' ', l.numbers, l.series), ' · ' order by l.line_no)
    || case when max(l.line_no) < max(l.lines) then ' · …' else '' end
  from (
    select numbers, series, line_no, count(*) over () as lines from order_line own
    where own.order_id = o.order_id order by line_no limit ${sql.lit(boards_shown)}) l), '—'), 1000)`

/** Who brought order `o` to its end: staff by their name, else the customer, or the program when nobody had paid in time. */
export const ended_by = sql<string | null>`case when o.ended_at is not null then coalesce(
  (select user_name from app_user where user_id = o.ended_by),
  case when o.status = ${sql.lit(orderStatus.cancelled)} and o.end_reason is not null
    then ${enders.customer}::text else ${enders.program}::text end) end` // unscoped: only a name

/** Why order `o` has come to its end. */
export const end_reason = sql<string | null>`case when o.status = ${sql.lit(orderStatus.cancelled)}
  then coalesce(o.end_reason, ${expiry_reason}::text) else o.end_reason end`

/** What order `o` has of one type of play, whose figure in a report this adds up to: its other boards may be of other types. */
export function ofPlay(play_type: number | null | undefined) {
  const of = (figure: RawBuilder<number>) =>
    play_type == null
      ? sql<number | null>`null::bigint`
      : sql<
          number | null
        >`(select ${figure} from order_line l where l.order_id = o.order_id and l.play_type = ${play_type})`
  return [
    of(sql`count(*)`).as('play_lines'),
    of(sql`sum(l.quantity)`).as('play_quantity'),
    of(sql`sum(l.amount)::bigint`).as('play_amount'),
  ] as const
}
