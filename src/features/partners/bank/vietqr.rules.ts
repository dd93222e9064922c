/** The text of a VietQR code: an EMVCo QR code by the NAPAS standard, which fills in a transfer in a banking app. */

export interface Transfer {
  bin: string
  account_number: string
  /** In đồng; without it the payer enters the amount. */
  amount?: number | null | undefined
  content?: string | null | undefined
}

const napas = 'A000000727'
const to_account = 'QRIBFTTA'
const dong = '704'
const max_content = 25

/** The code's text with its checksum; an amount of 0 or null is left out, and the content is reduced as in `transferContent`. */
export function vietQr({ bin, account_number, amount, content }: Transfer): string {
  const purpose = transferContent(content ?? '')
  const text = [
    field('00', '01'),
    // 12 (dynamic) for a code with an amount, which is for one payment; 11 (static) otherwise.
    field('01', amount ? '12' : '11'),
    field(
      '38',
      field('00', napas) + field('01', field('00', bin) + field('01', account_number)) + field('02', to_account),
    ),
    field('53', dong),
    amount ? field('54', String(amount)) : '',
    field('58', 'VN'),
    purpose && field('62', field('08', purpose)),
    // The checksum covers its own tag and length.
    '6304',
  ].join('')
  return text + checksum(text)
}

/** The content in characters that every bank accepts: letters without accents, digits and a few signs, at most 25 characters. */
export function transferContent(content: string): string {
  return content
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/đ/g, 'd')
    .replace(/Đ/g, 'D')
    .replace(/[^A-Za-z0-9 ._-]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, max_content)
    .trimEnd()
}

function field(tag: string, value: string): string {
  if (value.length > 99) throw new RangeError(`field ${tag} of a VietQR is longer than 99 characters`)
  return tag + String(value.length).padStart(2, '0') + value
}

/** CRC-16/CCITT-FALSE in four hexadecimal digits. */
function checksum(text: string): string {
  let crc = 0xffff
  for (const character of text) {
    crc ^= character.charCodeAt(0) << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
