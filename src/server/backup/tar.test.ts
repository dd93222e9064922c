import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readTar } from './tar.ts'

/** An entry as PostgreSQL writes it. */
function entry(name: string, content: string, type = '0'): Buffer {
  const head = Buffer.alloc(512)
  head.write(name, 0)
  head.write(Buffer.byteLength(content).toString(8).padStart(11, '0'), 124)
  head.write(type, 156)
  const body = Buffer.alloc(Math.ceil(Buffer.byteLength(content) / 512) * 512)
  body.write(content)
  return Buffer.concat([head, body])
}

/** The bytes as a stream, in chunks of this size. */
const cut = (all: Buffer, size: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.subarray(index * size, (index + 1) * size)),
  )

const end = Buffer.alloc(1024)

test.each([1, 100, 512, 100_000])(
  'readTar returns every file unchanged when the archive arrives in chunks of %i bytes',
  async (size) => {
    const long = 'lá thư '.repeat(300)
    const all = Buffer.concat([
      entry('backup_label', 'START'),
      entry('base', '', '5'),
      entry('base/1', long),
      entry('base/2', ''),
      end,
    ])
    const files = new Map<string, string>()
    await readTar(cut(all, size), async (path, content) => files.set(path, await text(content)))
    expect([...files]).toEqual([
      ['backup_label', 'START'],
      ['base/1', long],
      ['base/2', ''],
    ])
  },
)

test('readTar refuses a truncated archive, a path that leads outside, and an entry that is no file or directory', async () => {
  const read = (...parts: Buffer[]) => readTar(cut(Buffer.concat(parts), 700), (_, content) => text(content))
  await expect(read(entry('base/1', 'x'.repeat(2_000)).subarray(0, 1_500))).rejects.toThrow('ends within a file')
  await expect(read(entry('base/1', 'x'))).rejects.toThrow('ends within an entry')
  await expect(read(entry('../etc/passwd', 'x'), end)).rejects.toThrow('has a file')
  await expect(read(entry('pg_tblspc/1', '', '2'), end)).rejects.toThrow('of the kind 2')
})
