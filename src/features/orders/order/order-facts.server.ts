/** SQL for facts of an order `o` with its draw `p`: the lists, the queues and the channel share them. */
import { sql, type RawBuilder } from 'kysely'
import { enders, expiry_reason, handling, orderStatus, type OrderStatus } from './order.contract.ts'

/** The status that is shown of order `o` with its draw `p`: once the draw has stopped, what is done waits for it. */
export const shown_status = sql<OrderStatus>`case when o.status = ${sql.lit(orderStatus.done)} and p.stop_at <= now()
  then ${sql.lit(orderStatus.awaiting_draw)} else o.status end`

/** What an act depends on reads the clock anew, because the statement before may have waited for a lock. */
const now = sql`clock_timestamp()`
/** A game's ticket is printed in time; a station's or a kept one is on paper already and due before the draw. */
export const due_at = sql<string>`(case when o.handling = ${sql.lit(handling.held)} or o.area_id is not null
  then p.draw_at else p.print_at end)`
export const is_due_over = sql<boolean>`(${due_at} <= ${now})`
/** Order `o` has its ticket and its draw `p` was drawn: a fault of it is told by whoever may know the numbers. */
export const is_drawn = sql<boolean>`(o.status = ${sql.lit(orderStatus.done)} and p.draw_at <= ${now} and p.cancelled_at is null)`
/** The fault of order `o` was reported when its draw was drawn. */
export const is_late_report = sql<boolean>`(o.status in (${sql.lit(orderStatus.reported)}, ${sql.lit(orderStatus.refunding)})
  and o.reported_from = ${sql.lit(orderStatus.done)} and o.reported_at >= p.draw_at and p.cancelled_at is null)`
export const is_draw_cancelled = sql<boolean>`(p.cancelled_at is not null)`
/** Whoever took order `o` has it until then, from the last thing that was done to it. */
export const hold_until = sql<string>`(coalesce(o.updated_at, o.taken_at, o.paid_at)
  + (select make_interval(mins => hold_minutes) from sale_config))`
/** That time is over: the order is nobody's, until somebody takes it. */
export const is_lapsed = sql<boolean>`(o.status = ${sql.lit(orderStatus.processing)} and ${hold_until} <= ${now})`
export const lapsed_at = sql<string | null>`case when ${is_lapsed} then ${hold_until} end`

/** Of tickets that lie in a stock, single ones and whole sets: what order `o` bought is still sold there; unscoped: of a seen order. */
export const is_still_sold = sql<boolean>`not exists (
  select from order_line l where l.order_id = o.order_id and coalesce(
    case when l.ticket_id is not null
        then (select t.sold from xskt_ticket t where t.open_date = o.open_date and t.ticket_id = l.ticket_id)
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

/** Who ended order `o`: staff by name, else the customer, or the program when nobody had paid in time. */
export const ended_by = sql<string | null>`case when o.ended_at is not null then coalesce(
  (select user_name from app_user where user_id = o.ended_by),
  case when o.status = ${sql.lit(orderStatus.cancelled)} and o.end_reason is not null
    then ${enders.customer}::text else ${enders.program}::text end) end` // unscoped: only a name

/** Why order `o` has come to its end. */
export const end_reason = sql<string | null>`case when o.status = ${sql.lit(orderStatus.cancelled)}
  then coalesce(o.end_reason, ${expiry_reason}::text) else o.end_reason end`

/** The figures of order `o` for one type of play; its other boards may be of other types. */
export function playFigures(play_type: number | null | undefined) {
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
