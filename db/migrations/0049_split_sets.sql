-- A set can be taken apart before its tickets go back: from then on they are single tickets. Status 8 is a set that was.
alter table ticket_group drop constraint ticket_group_status_check, add constraint ticket_group_status_check check (status in (1, 2, 7, 8));
