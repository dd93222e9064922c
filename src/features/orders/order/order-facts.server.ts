/** SQL expressions about an order `o` and its draw `p`, shared by the lists, the queues and the channel. */
import { sql, type RawBuilder } from 'kysely'
import { enders, expiry_reason, handling, orderStatus, type OrderStatus } from './order.contract.ts'

/** The displayed status: a done order is shown as awaiting its draw once that has stopped. */
export const shown_status = sql<OrderStatus>`case when o.status = ${sql.lit(orderStatus.done)} and p.stop_at <= now()
  then ${sql.lit(orderStatus.awaiting_draw)} else o.status end`

/** Acts depend on the clock at this moment, because an earlier statement of the transaction may have waited for a lock. */
const now = sql`clock_timestamp()`
/** Until when the ticket must exist: a game's ticket until printing ends; a station's or a held one, which is already on paper, until the draw. */
export const due_at = sql<string>`(case when o.handling = ${sql.lit(handling.held)} or o.area_id is not null
  then p.draw_at else p.print_at end)`
export const is_due_over = sql<boolean>`(${due_at} <= ${now})`
/** The order has its ticket and its draw has taken place: a fault is then reported only by people who may know the numbers. */
export const is_drawn = sql<boolean>`(o.status = ${sql.lit(orderStatus.done)} and p.draw_at <= ${now} and p.cancelled_at is null)`
/** The fault was reported after the draw. */
export const is_late_report = sql<boolean>`(o.status in (${sql.lit(orderStatus.reported)}, ${sql.lit(orderStatus.refunding)})
  and o.reported_from = ${sql.lit(orderStatus.done)} and o.reported_at >= p.draw_at and p.cancelled_at is null)`
export const is_draw_cancelled = sql<boolean>`(p.cancelled_at is not null)`
/** Until when the person who took the order keeps it, counted from the last change of it. */
export const hold_until = sql<string>`(coalesce(o.updated_at, o.taken_at, o.paid_at)
  + (select make_interval(mins => hold_minutes) from sale_config))`
/** That time is over: anybody may take the order. */
export const is_lapsed = sql<boolean>`(o.status = ${sql.lit(orderStatus.processing)} and ${hold_until} <= ${now})`
export const lapsed_at = sql<string | null>`case when ${is_lapsed} then ${hold_until} end`

/** For orders of tickets in stock, single ones or groups: they are still sold to it. unscoped: joined to an order within the scope */
export const is_still_sold = sql<boolean>`not exists (
  select from order_line l where l.order_id = o.order_id and coalesce(
    case when l.ticket_id is not null
        then (select t.sold from xskt_ticket t where t.open_date = o.open_date and t.ticket_id = l.ticket_id)
      when l.ticket_group_id is not null
        then (select sum(t.sold) from xskt_ticket t where t.open_date = o.open_date and t.ticket_group_id = l.ticket_group_id)
      else l.quantity end, 0) < l.quantity)`

const boards_shown = 6

/** The first boards or tickets of the order, as printed. */
export const numbers = sql<string>`left(coalesce((
  select string_agg(concat_ws(' ', l.numbers, l.series), ' · ' order by l.line_no)
    || case when max(l.line_no) < max(l.lines) then ' · …' else '' end
  from (
    select numbers, series, line_no, count(*) over () as lines from order_line own
    where own.order_id = o.order_id order by line_no limit ${sql.lit(boards_shown)}) l), '—'), 1000)`

/** Who ended the order: a person by name, else the customer, or the program when it was not paid in time. */
export const ended_by = sql<string | null>`case when o.ended_at is not null then coalesce(
  (select user_name from app_user where user_id = o.ended_by),
  case when o.status = ${sql.lit(orderStatus.cancelled)} and o.end_reason is not null
    then ${enders.customer}::text else ${enders.program}::text end) end` // unscoped: only a name

/** Why the order was ended. */
export const end_reason = sql<string | null>`case when o.status = ${sql.lit(orderStatus.cancelled)}
  then coalesce(o.end_reason, ${expiry_reason}::text) else o.end_reason end`

/** The order's figures for one play type; its other boards may be of other types. */
export function playFigures(play_type: number | null | undefined) {
  const figureOf = (figure: RawBuilder<number>) =>
    play_type == null
      ? sql<number | null>`null::bigint`
      : sql<
          number | null
        >`(select ${figure} from order_line l where l.order_id = o.order_id and l.play_type = ${play_type})`
  return [
    figureOf(sql`count(*)`).as('play_lines'),
    figureOf(sql`sum(l.quantity)`).as('play_quantity'),
    figureOf(sql`sum(l.amount)::bigint`).as('play_amount'),
  ] as const
}
