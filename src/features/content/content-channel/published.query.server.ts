/** The content that is published at this moment, by the database's clock. */
import { sql } from 'kysely'
import type { AnswerOf } from '#contract/call.ts'
import type { Db } from '#server/database/transaction.ts'
import { topFoods, type Rule } from '../food-rule/top-foods.server.ts'
import type { contentChannel } from './content-channel.contract.ts'

type Parts = typeof contentChannel
type Items<N extends keyof Parts> = AnswerOf<Parts[N]>['items']

/** SQL: size, focus and addresses of the picture of the row with this alias. */
const pictureOf = (row: 'b' | 'p' | 'd' | 'f') => sql`(
  select jsonb_build_object('width', s.width, 'height', s.height, 'focus_x', s.focus_x, 'focus_y', s.focus_y,
    'srcset_webp', concat_ws(', ', (
      select string_agg(format('/files/%s-w%s.webp %sw', stem, one, one), ', ' order by one) from unnest(s.widths) one),
      format('/files/%s %sw', s.path, s.width)),
    'srcset_avif', (
      select string_agg(format('/files/%s-w%s.avif %sw', stem, one, one), ', ' order by one) from unnest(s.widths) one))
  from stored_file s cross join lateral regexp_replace(s.path, '\\.webp$', '') stem
  where s.path = substr(${sql.ref(`${row}.image_url`)}, 8) and s.width is not null)`

/** The query of each part; equal content always has the same order, so that it has the same ETag. */
export const contentQueries: { readonly [N in keyof Parts]: (db: Db) => Promise<Items<N>> } = {
  banners: async (db) => {
    const { rows } = await sql<Items<'banners'>[number]>`
      select b.banner_id, b.title, b.image_url, b.image_alt, ${pictureOf('b')} as picture, b.place, b.link, b.to_date, coalesce((
        select jsonb_agg(jsonb_build_object('vendor_code', v.vendor_code, 'position', bv.position) order by v.position, v.payment_vendor_id)
        from banner_vendor bv join payment_vendor v using (payment_vendor_id)
        where bv.banner_id = b.banner_id and v.status = 1), '[]') as sources
      from banner b
      where b.status = 1 and coalesce(b.from_date, current_date) <= current_date and coalesce(b.to_date, current_date) >= current_date
      order by b.banner_id limit 500`.execute(db)
    return rows
  },
  popups: async (db) => {
    const { rows } = await sql<Items<'popups'>[number]>`
      select p.home_popup_id, p.title, p.content, p.image_url, p.image_alt, ${pictureOf('p')} as picture, p.link, p.button_text, p.places, p.end_at, p.position,
        p.show_times, p.show_every, array(
          select v.vendor_code from home_popup_vendor pv join payment_vendor v using (payment_vendor_id)
          where pv.home_popup_id = p.home_popup_id order by v.position, v.payment_vendor_id) as sources
      from home_popup p
      where p.status = 1 and coalesce(p.start_at, now()) <= now() and coalesce(p.end_at, 'infinity') > now()
      order by p.position, p.home_popup_id limit 200`.execute(db)
    return rows
  },
  terms: async (db) => {
    const { rows } = await sql<Items<'terms'>[number]>`
      select f.config_file_id, f.type, f.title, v.number, v.content, v.ask_consent, v.publish_at
      from config_file f cross join lateral (
        select * from config_file_version v
        where v.config_file_id = f.config_file_id and v.publish_at <= now() order by v.publish_at desc limit 1) v
      where f.status = 1 order by f.type, f.config_file_id limit 200`.execute(db)
    return rows
  },
  products: async (db) => {
    const { rows } = await sql<Items<'products'>[number]>`
      select c.category, c.category_code, c.line, d.label, d.image_url, d.image_alt, ${pictureOf('d')} as picture
      from product_display d join category c on c.category = d.product_id
      where d.status = 1 and c.status = 1 order by d.position, d.product_id`.execute(db)
    return rows
  },
  links: async (db) => {
    const { rows } = await sql<Items<'links'>[number]>`
      select link_id, link_name, category, url from link where status = 1 order by category, link_id limit 200`.execute(
      db,
    )
    return rows
  },
  maintenance: async (db) => {
    const { rows } = await sql<Items<'maintenance'>[number]>`
      select maintenance_id, start_at, end_at, categories, content from maintenance
      where status = 1 and end_at > now() and start_at < now() + interval '1 day' order by start_at, maintenance_id
      limit 50`.execute(db)
    return rows
  },
  topFoods: async (db) => {
    const { rows } = await sql<Rule & { rule_name: string }>`
      select r.*, array(select tag_id from food_rule_tag where food_rule_id = r.id) as list_tag from food_rule r
      where r.status = 1 and coalesce(r.from_date, current_date) <= current_date and coalesce(r.to_date, current_date) >= current_date
      order by r.id limit 20`.execute(db)
    const lists: Items<'topFoods'> = []
    for (const rule of rows) {
      const { items } = await topFoods(db, rule)
      const { rows: foods } = await sql<Items<'topFoods'>[number]['foods'][number]>`
        select f.id, f.food_name, f.image_url, f.image_alt, ${pictureOf('f')} as picture, f.price
        from unnest(${items.map(({ id }) => id)}::integer[]) with ordinality ranked (id, place) join food f using (id)
        order by ranked.place`.execute(db)
      lists.push({ rule_name: rule.rule_name, foods })
    }
    return lists
  },
}
