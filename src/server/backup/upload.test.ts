/** Backups in an S3-compatible store, which is a small HTTP server here. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchBackups, uploadBackups } from './upload.ts'
import { backupCondition } from './watch.ts'

const objects = new Map<string, Buffer>()
const puts: string[] = []
let refused: string | null = null
let onPut: (key: string) => void = () => {}
let server: Server
let store: Parameters<typeof uploadBackups>[1]
const [dir, other, third] = ['upload', 'fetch', 'other'].map((name) =>
  mkdtempSync(join(tmpdir(), `ve-so-${name}-`)),
) as [string, string, string]

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const url = new URL(request.url!, 'http://store')
    const key = decodeURIComponent(url.pathname.slice('/backups/'.length))
    const body = await buffer(request)
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256')) return response.writeHead(403).end()
    if (refused !== null && key === refused) return response.writeHead(503).end()
    if (request.method === 'PUT') {
      objects.set(key, body)
      puts.push(key)
      onPut(key)
      return response.end()
    }
    if (request.method === 'DELETE') return response.writeHead(objects.delete(key) ? 204 : 404).end()
    if (url.searchParams.has('list-type')) return response.end(page(url.searchParams.get('continuation-token')))
    return objects.has(key) ? response.end(objects.get(key)) : response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  store = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'backups',
    region: 'us-east-1',
    access_key: 'khoa',
    secret_key: 'mat',
  }
})
afterAll(() => {
  server.close()
  for (const path of [dir, other, third]) rmSync(path, { recursive: true })
})

/** Three at a time, as a large store would page a thousand. */
function page(token: string | null): string {
  const all = [...objects].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const from = Number(token ?? 0)
  const contents = all
    .slice(from, from + 3)
    .map(
      ([key, bytes]) => `<Contents><Key>${key.replaceAll('&', '&amp;')}</Key><Size>${bytes.length}</Size></Contents>`,
    )
  const next = from + 3 < all.length ? `<NextContinuationToken>${from + 3}</NextContinuationToken>` : ''
  return `<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`
}

const write = (path: string, text: string, root = dir) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const lastUpload = async () => (await backupCondition(dir, true)).upload!.at

test('uploads every finished file once, the manifest of a backup last, and no unfinished file', async () => {
  write('cluster.txt', '7001\n')
  write('base/20261101-023000/manifest.json', '{"a":1}')
  write('base/20261101-023000/cluster/PG_VERSION.zst', '18')
  write('base/20261102-023000.new/cluster/PG_VERSION.zst', 'half')
  write('wal/000000010000000000000001.gz', 'log')
  write('wal/000000010000000000000002.gz.new', 'half')
  write('files/banner/tết & xuân.webp', 'picture')
  write('lost+found/#17', 'of the disk')
  expect(await lastUpload()).toBeNull()
  expect(await uploadBackups(dir, store)).toEqual({ sent: 4, removed: 0 })
  expect(Date.parse((await lastUpload())!)).toBeGreaterThan(Date.now() - 60_000)
  expect(puts.at(-1)).toBe('base/20261101-023000/manifest.json')
  expect([...objects.keys()].filter((key) => key.includes('.new'))).toEqual([])
  expect(await uploadBackups(dir, store)).toEqual({ sent: 0, removed: 0 })
})

test('a refused upload fails with the answer of the store, and leaves no manifest without its files', async () => {
  write('base/20261103-023000/manifest.json', '{"b":2}')
  write('base/20261103-023000/cluster/PG_VERSION.zst', '18')
  refused = 'base/20261103-023000/cluster/PG_VERSION.zst'
  const last_upload = await lastUpload()
  await expect(uploadBackups(dir, store)).rejects.toThrow(/The backup store answered 503 to PUT/)
  expect(objects.has('base/20261103-023000/manifest.json')).toBe(false)
  expect(await lastUpload()).toBe(last_upload)
  refused = null
  expect(await uploadBackups(dir, store)).toEqual({ sent: 2, removed: 0 })
}, 60_000)

test('a backup deleted here is deleted in the store, and fetching returns the stored files unchanged', async () => {
  rmSync(join(dir, 'base', '20261101-023000'), { recursive: true })
  expect(await uploadBackups(dir, store)).toEqual({ sent: 0, removed: 2 })
  expect(await fetchBackups(other, store)).toBe(objects.size)
  expect(readFileSync(join(other, 'files/banner/tết & xuân.webp'), 'utf8')).toBe('picture')
  expect(readFileSync(join(other, 'base/20261103-023000/manifest.json'), 'utf8')).toBe('{"b":2}')
})

/** What the store has, to compare. */
const contents = () => [...objects].map(([key, bytes]) => [key, bytes.toString()])

test('a directory that is new, not mounted or of another database changes nothing in the store', async () => {
  const before = contents()
  const upload = () => uploadBackups(third, store)
  await expect(upload()).rejects.toThrow('it has backups that')
  write('cluster.txt', '7001\n', third)
  write('wal/000000010000000000000009.gz', 'log', third)
  await expect(upload()).rejects.toThrow('it has backups that')
  cpSync(join(dir, 'uploaded.json'), join(third, 'uploaded.json'))
  await expect(upload()).rejects.toThrow('has no whole backup any more')
  write('base/20261109-023000/manifest.json', '{"c":3}', third)
  write('cluster.txt', '7002\n', third)
  await expect(upload()).rejects.toThrow('it has the backups of another database')
  await expect(fetchBackups(third, store)).rejects.toThrow('giữ bản sao lưu của cơ sở dữ liệu khác')
  expect(contents()).toEqual(before)
})

test('what is no store of backups keeps what it has', async () => {
  const before = new Map(objects)
  objects.clear()
  objects.set('banner/tet.webp', Buffer.from('picture'))
  await expect(uploadBackups(dir, store)).rejects.toThrow('it has files that are no backups of ours')
  expect([...objects.keys()]).toEqual(['banner/tet.webp'])
  objects.clear()
  for (const [key, bytes] of before) objects.set(key, bytes)
})

test('an interrupted first upload goes on, and a fetched directory is mirrored', async () => {
  const before = new Map(objects)
  objects.clear()
  rmSync(join(dir, 'uploaded.json'))
  refused = 'wal/000000010000000000000001.gz'
  await expect(uploadBackups(dir, store)).rejects.toThrow('503')
  expect(await lastUpload()).toBeNull()
  refused = null
  await uploadBackups(dir, store)
  expect(new Set(objects.keys())).toEqual(new Set(before.keys()))
  expect(await uploadBackups(other, store)).toEqual({ sent: 0, removed: 0 })
}, 60_000)

test('the log is sent before a base, and so is what was archived while the base was on its way', async () => {
  write('wal/000000010000000000000003.gz', 'log')
  write('base/20261104-023000/manifest.json', '{"d":4}')
  write('base/20261104-023000/cluster/PG_VERSION.zst', '18')
  puts.length = 0
  onPut = (key) => {
    if (key.endsWith('PG_VERSION.zst')) write('wal/000000010000000000000004.gz', 'log')
  }
  expect(await uploadBackups(dir, store)).toEqual({ sent: 4, removed: 0 })
  onPut = () => {}
  expect(puts).toEqual([
    'wal/000000010000000000000003.gz',
    'base/20261104-023000/cluster/PG_VERSION.zst',
    'wal/000000010000000000000004.gz',
    'base/20261104-023000/manifest.json',
  ])
})
