/** Numbers of the zip and gzip formats. Signatures are little-endian 32-bit numbers at the start of a record. */
export const signatures = {
  local: 0x04034b50,
  descriptor: 0x08074b50,
  directory: 0x02014b50,
  end: 0x06054b50,
  end_64: 0x06064b50,
  locator_64: 0x07064b50,
} as const

/** Bytes of a record without its variable fields (name, extra field, comment). */
export const record_lengths = { local: 30, descriptor: 16, directory: 46, end: 22, end_64: 56, locator_64: 20 } as const

export const methods = { stored: 0, deflated: 8 } as const

/** Bits of an entry's flags. `sizes_follow`: a descriptor after the data has sizes and checksum; `utf8_name`: the name is UTF-8. */
export const entry_flags = { encrypted: 0x0001, sizes_follow: 0x0008, utf8_name: 0x0800 } as const

/** The values that stand for a number in the 64-bit extension. */
export const zip64_markers = { count: 0xffff, number: 0xffffffff } as const

/** A gzip header without optional fields; the trailer has checksum and length. */
export const gzip_header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255)
export const gzip_trailer_length = 8
