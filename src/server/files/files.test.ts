import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openFiles, registerFiles } from './files.ts'

const picture = Buffer.from('RIFF····WEBPVP8 as if it were one')
const data_dir = mkdtempSync(join(tmpdir(), 've-so-files-'))
afterAll(() => rmSync(data_dir, { recursive: true, force: true }))

describe('on the disk', () => {
  const files = openFiles({ data_dir, s3: null })

  test('a stored file is read back, and a missing one is null', async () => {
    await files.put('banner/tet-1a2b.webp', picture, 'image/webp')
    expect(await files.get('banner/tet-1a2b.webp')).toEqual(picture)
    expect(await files.get('banner/khac.webp')).toBeNull()
  })

  test('concurrent writers of one path leave one whole file and no temporary file', async () => {
    const large = Buffer.alloc(2_000_000, 7)
    const writing = Array.from({ length: 8 }, () => files.put('food/pho.webp', large, 'image/webp'))
    await Promise.all(writing)
    expect(await files.get('food/pho.webp')).toEqual(large)
    expect(readdirSync(join(data_dir, 'files', 'food'))).toEqual(['pho.webp'])
  })

  test('a path that cannot be written is an error', async () => {
    writeFileSync(join(data_dir, 'files', 'popup'), 'a file where a folder should be')
    await expect(files.put('popup/x.webp', picture, 'image/webp')).rejects.toThrow(/EEXIST|ENOTDIR/)
  })
})

describe('in an S3-compatible store', () => {
  const [access_key, secret_key, region, bucket] = ['KHOA', 'rất bí mật', 'ap-southeast-1', 'noi-dung']
  const objects = new Map<string, { body: Buffer; media_type: string | undefined }>()
  const requests: string[] = []
  let store: Server
  let failing = 0

  beforeAll(async () => {
    store = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray())
      requests.push(`${request.method} ${request.url}`)
      const answer = (status: number, content?: Buffer) => response.writeHead(status).end(content)
      if (failing > 0) {
        failing--
        return answer(500)
      }
      if (request.headers.authorization !== signatureOf(request, body)) return answer(403)
      if (request.method === 'PUT') {
        objects.set(request.url!, { body, media_type: request.headers['content-type'] })
        return answer(200)
      }
      const object = objects.get(request.url!)
      return object ? answer(200, object.body) : answer(404)
    }).listen(0, '127.0.0.1')
    await once(store, 'listening')
  })
  afterAll(() => store.close())
  beforeEach(() => {
    requests.length = 0
    failing = 0
  })

  /** The header of AWS Signature Version 4, computed independently from its description. */
  function signatureOf({ method, url, headers }: IncomingMessage, body: Buffer): string {
    const credential = /Credential=KHOA\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+),/.exec(
      headers.authorization ?? '',
    )
    if (!credential || credential[2] !== region) return 'not signed'
    const [, day, , names] = credential as unknown as [string, string, string, string]
    const signed = names.split(';')
    if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name)))
      return 'too little signed'
    const digest = String(headers['x-amz-content-sha256'])
    if (digest !== 'UNSIGNED-PAYLOAD' && digest !== sha256(body)) return 'another body was signed'
    const lines = signed.map((name) => `${name}:${String(headers[name]).trim()}\n`)
    const canonical = [method, url, '', lines.join(''), names, digest].join('\n')
    const scope = `${day}/${region}/s3/aws4_request`
    const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
    const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret_key}`)
    return `AWS4-HMAC-SHA256 Credential=${access_key}/${scope}, SignedHeaders=${names}, Signature=${hmac(key, text).toString('hex')}`
  }
  const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

  function openStore(overrides: { secret_key?: string } = {}) {
    const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`
    return openFiles({ data_dir, s3: { endpoint, bucket, region, access_key, secret_key, ...overrides } })
  }

  test('a file is stored and read back under the bucket, by signed requests', async () => {
    const files = openStore()
    await files.put('banner/tet-1a2b.webp', picture, 'image/webp')
    expect(await files.get('banner/tet-1a2b.webp')).toEqual(picture)
    expect(objects.get('/noi-dung/banner/tet-1a2b.webp')?.media_type).toBe('image/webp')
    expect(requests).toEqual(['PUT /noi-dung/banner/tet-1a2b.webp', 'GET /noi-dung/banner/tet-1a2b.webp'])
  })

  test('a missing file is null', async () => {
    expect(await openStore().get('banner/khong-co.webp')).toBeNull()
  })

  test('a failed request is repeated; a store that stays down is an error with the method and the path', async () => {
    failing = 1
    await openStore().put('banner/hai.webp', picture, 'image/webp')
    expect(requests).toHaveLength(2)
    failing = 100
    await expect(openStore().put('banner/ba.webp', picture, 'image/webp')).rejects.toThrow('500 to PUT banner/ba.webp')
    await expect(openStore().get('banner/hai.webp')).rejects.toThrow('500 to GET banner/hai.webp')
  })

  test('a refused key is an error, not a missing file', async () => {
    await expect(openStore({ secret_key: 'khác' }).get('banner/hai.webp')).rejects.toThrow('403')
  })
})

describe('the route of files', () => {
  const server = fastify()
  const requests: string[] = []
  const ask = (url: string) => server.inject({ url })

  beforeAll(async () => {
    const files = openFiles({ data_dir, s3: null })
    await files.put('post/bai-1.webp', picture, 'image/webp')
    writeFileSync(join(data_dir, 'secret.webp'), 'not for anyone')
    writeFileSync(join(data_dir, 'files', 'post', 'script.html'), '<script>')
    registerFiles(
      server,
      {
        put: files.put,
        remove: files.remove,
        get: (path) => {
          requests.push(path)
          return files.get(path)
        },
      },
      async () => null,
    )
  })
  afterAll(() => server.close())

  test('serves a picture with its media type, to be cached for a year', async () => {
    const { statusCode, headers, rawPayload } = await ask('/files/post/bai-1.webp')
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(rawPayload).toEqual(picture)
  })

  test('answers 404 for a missing file, without caching that', async () => {
    const { statusCode, headers } = await ask('/files/post/khong-co.webp')
    expect([statusCode, headers['cache-control']]).toEqual([404, undefined])
  })

  test('answers 404 for other endings, parent paths and encoded names, without asking the store', async () => {
    requests.length = 0
    const names = [
      'post/script.html',
      'post/bai-1.webp.html',
      'post/..%2f..%2fsecret.webp',
      '..%2fsecret.webp',
      '%2e%2e/secret.webp',
      'post/%2e%2e%2fsecret.webp',
      'post/bai-1.webp%00.png',
      'post/B%C3%A0i.webp',
      'post/.webp',
      'post/a/bai-1.webp',
      '../../etc/passwd',
    ]
    for (const name of names) expect([name, (await ask(`/files/${name}`)).statusCode]).toEqual([name, 404])
    expect(requests).toEqual([])
  })
})
