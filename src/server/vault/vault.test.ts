import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keyedDigest, keyFingerprint, encrypt, decrypt, setVaultKey, vaultKeyFor } from './vault.ts'

test('a text is decrypted with the same key and context only, and digests depend on the key', () => {
  setVaultKey(randomBytes(32))
  const sealed = encrypt('9876543210123', 'card S1')
  expect(sealed.includes('9876543210123')).toBe(false)
  expect(decrypt(sealed, 'card S1')).toBe('9876543210123')
  expect(encrypt('9876543210123', 'card S1').equals(sealed)).toBe(false)
  expect(() => decrypt(sealed, 'card S2')).toThrow(/authenticate/)
  const changed = Buffer.from(sealed)
  changed[changed.length - 1]! ^= 1
  expect(() => decrypt(changed, 'card S1')).toThrow(/authenticate/)
  const [mark, digest] = [keyFingerprint(), keyedDigest('1')]
  expect(keyedDigest('1')).toEqual(digest)
  setVaultKey(randomBytes(32))
  expect(() => decrypt(sealed, 'card S1')).toThrow(/authenticate/)
  expect(keyFingerprint()).not.toBe(mark)
  expect(keyedDigest('1')).not.toEqual(digest)
})

test('without a configured key one is made once, in a file that its owner alone can read', () => {
  const dir = mkdtempSync(join(tmpdir(), 've-so-vault-'))
  try {
    const generated = vaultKeyFor(null, dir)
    expect(generated).toHaveLength(32)
    expect(vaultKeyFor(null, dir)).toEqual(generated)
    expect(statSync(join(dir, 'card-key.txt')).mode & 0o777).toBe(0o600)
    const configured = randomBytes(32)
    expect(vaultKeyFor(configured, dir)).toBe(configured)
  } finally {
    rmSync(dir, { recursive: true })
  }
})
