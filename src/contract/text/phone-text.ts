/** 84912345678 → 0912345678: as it is typed. */
export function localPhone(phone: string): string {
  return phone.startsWith('84') ? `0${phone.slice(2)}` : phone
}
