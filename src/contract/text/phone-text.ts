/** 84912345678 → 0912345678, as people write it. */
export function localPhone(phone: string): string {
  return phone.startsWith('84') ? `0${phone.slice(2)}` : phone
}
