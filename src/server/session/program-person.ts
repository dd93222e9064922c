import type { Me } from './session.ts'

/** The program itself, for queries that need a person: all rows are visible to it. */
export const programPerson: Me = {
  user_id: 0,
  user_name: 'hệ thống',
  full_name: 'Hệ thống',
  partner_id: null,
  base_id: null,
  is_admin: false,
  is_limited: false,
  must_change_password: false,
  must_prove: false,
  must_enrol: false,
  has_factor: false,
  is_proved: false,
  session_id: 0,
  handled_by: [],
  rights: new Set(),
}
