-- What a reward stands on, locked in the one order that everybody keeps: its draw's run, its order, itself. Each payment does so several
-- times, and a step of its own each was most of what a payment waited for. The order's number is told; of no reward null.
create function lock_reward(p_reward_id integer) returns bigint
  language plpgsql as $$
declare
  v_order_id bigint;
  v_period_id integer;
begin
  select order_id, period_id into v_order_id, v_period_id from reward where reward_id = p_reward_id;
  perform from prize_run where period_id = v_period_id for share;
  perform from sale_order where order_id = v_order_id for update;
  perform from reward where reward_id = p_reward_id for update;
  return v_order_id;
end $$;
