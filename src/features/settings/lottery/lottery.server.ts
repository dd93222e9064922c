import { sql } from 'kysely'
import { serve } from '#server/serve.ts'
import { lottery, type LotteryRow } from './lottery.contract.ts'

export default serve(lottery, {
  list: async ({ db }) => {
    const { rows: items } = await sql<LotteryRow>`
      select c.line, c.category, a.area_id, coalesce(a.area_code, c.category_code) as code, coalesce(a.area_name, c.category_name) as name,
        coalesce(g.weekdays, (select array_agg(w.weekday order by w.weekday) from draw_area_weekday w where w.area_id = a.area_id), '{}') as weekdays,
        coalesce(a.draw_time, g.first_draw) as first_draw, coalesce(a.draw_time, g.last_draw) as last_draw,
        case when g.first_draw < g.last_draw then g.every_minutes end as every_minutes,
        coalesce(a.face_value, c.price_unit) as price, coalesce(a.status, c.status) as status,
        (select min(p.draw_at) from draw_period p
          where p.category = c.category and p.area_id is not distinct from a.area_id and p.draw_at > now() and p.cancelled_at is null) as next_draw_at
      from category c left join draw_area a using (category) left join game g using (category)
      where a.area_id is not null or g.category is not null
      order by c.category, a.area_id`.execute(db)
    return { items, total: items.length }
  },
})
