/** Node's zip functions, for the tests: the web part is checked without Node's types, so that no screen leans on Node. */
declare module 'node:zlib' {
  export function crc32(bytes: Uint8Array): number
  export function deflateRawSync(bytes: Uint8Array): Uint8Array<ArrayBuffer>
  export function inflateRawSync(bytes: Uint8Array): Uint8Array<ArrayBuffer>
}
