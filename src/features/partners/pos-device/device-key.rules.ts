/** Reads a device's pasted public key: 32 bytes in base64 or hexadecimal, or a PEM text. */

/** The SubjectPublicKeyInfo prefix of an Ed25519 key, in base64. */
const ed25519_head = 'MCowBQYDK2VwAyEA'
const armour = /-----(BEGIN|END) PUBLIC KEY-----/g

/**
 * The y coordinates of all points of small order in hexadecimal, including non-canonical encodings: with such a key anybody can create valid
 * signatures. Source: the list that libsodium refuses.
 */
const small_order = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]

/** The 32 bytes as base64; null for anything that is not a key. */
export function deviceKey(typed: string): string | null {
  const key = readKey(typed)
  return key === null || isSmallOrder(key) ? null : key
}

function isSmallOrder(key: string): boolean {
  const bytes = [...atob(key)].map((letter) => letter.charCodeAt(0))
  // The highest bit is the sign of x.
  bytes[31]! &= 0x7f
  return small_order.includes(bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(''))
}

function readKey(typed: string): string | null {
  const text = typed.replaceAll(armour, '').replaceAll(/\s/g, '')
  if (/^[0-9a-f]{64}$/i.test(text)) return toBase64(text.match(/../g)!.map((pair) => Number.parseInt(pair, 16)))
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  const key = base64.startsWith(ed25519_head) && base64.length === 59 ? base64.slice(ed25519_head.length) : base64
  // The last of 43 base64 characters has only four bits.
  return /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]$/.test(key) ? `${key}=` : null
}

function toBase64(bytes: readonly number[]): string {
  return btoa(String.fromCharCode(...bytes))
}
