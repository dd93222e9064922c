-- Columns carry the dictionary's word: a person requests, a gateway or a source of results is queried, a run is started.
alter table draw_period rename column cancel_asked_by to cancel_requested_by;
alter table draw_period rename column cancel_asked_at to cancel_requested_at;
alter index draw_period_asked rename to draw_period_cancel_requested;
alter table draw_result rename column reopen_asked_by to reopen_requested_by;
alter table draw_result rename column reopen_asked_at to reopen_requested_at;
alter table prize_run rename column asked_at to started_at;
alter table gateway_answer rename column asked_at to queried_at;
alter table result_feed_source rename column asked_at to queried_at;

create or replace function remake_periods(p_area_id integer, p_until date) returns void
  language plpgsql as $$
declare
  v_period_id integer;
begin
  for v_period_id in select period_id from draw_period where area_id = p_area_id and open_at > clock_timestamp() order by period_id loop
    begin
      delete from draw_period where period_id = v_period_id and cancelled_at is null and cancel_requested_at is null;
    exception when foreign_key_violation or restrict_violation then
      null;
    end;
  end loop;
  perform make_periods(p_until);
end $$;
