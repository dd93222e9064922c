-- What one ticket of a stock costs on its face, so that reports tell the value of what is unsold without reading a million tickets. Null where
-- tickets of a stock differ, or where nobody has noted it: then their rows are added up.
alter table stock add column face_value integer check (face_value > 0);
alter table stock disable trigger in_call;
update stock s set face_value = t.face_value
from (
  select open_date, area_id, base_id, min(face_value) as face_value from xskt_ticket
  group by 1, 2, 3 having min(face_value) = max(face_value)) t
where (s.open_date, s.area_id, s.base_id) = (t.open_date, t.area_id, t.base_id);
alter table stock enable trigger in_call;
