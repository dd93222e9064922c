/** The public half of a device's key as people bring it: the bare 32 bytes in base64 or hexadecimal, or a PEM text. */

/** What stands before the 32 bytes where a key says of itself that it is Ed25519 (SubjectPublicKeyInfo), in base64. */
const ed25519_head = 'MCowBQYDK2VwAyEA'
const armour = /-----(BEGIN|END) PUBLIC KEY-----/g

/** The 32 bytes as base64; null for anything that is not a key. */
export function deviceKey(typed: string): string | null {
  const bare = typed.replaceAll(armour, '').replaceAll(/\s/g, '')
  if (/^[0-9a-f]{64}$/i.test(bare)) return toBase64(bare.match(/../g)!.map((pair) => Number.parseInt(pair, 16)))
  const plain = bare.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  const key = plain.startsWith(ed25519_head) && plain.length === 59 ? plain.slice(ed25519_head.length) : plain
  // Of 43 letters the last one carries four bits only.
  return /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]$/.test(key) ? `${key}=` : null
}

function toBase64(bytes: readonly number[]): string {
  return btoa(String.fromCharCode(...bytes))
}
