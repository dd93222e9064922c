import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerWeb, withoutEndSlash } from './static.ts'

describe('the web part', () => {
  const dir = mkdtempSync(join(tmpdir(), 've-so-web-'))
  const server = fastify({ exposeHeadRoutes: false })
  beforeAll(async () => {
    mkdirSync(join(dir, 'assets'))
    writeFileSync(join(dir, 'index.html'), '<!doctype html>the page')
    writeFileSync(join(dir, 'assets', 'a.js'), 'a')
    await registerWeb(server, dir)
  })
  afterAll(async () => {
    await server.close()
    rmSync(dir, { recursive: true })
  })

  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const answerTo = async (method: 'GET' | 'HEAD', url: string, accept?: string) => {
    const headers = accept === undefined ? {} : { accept }
    const answer = await server.inject({ method, url, headers })
    return [answer.statusCode, answer.headers['content-type']]
  }
  const page = [200, 'text/html; charset=utf-8']

  test.each([browser, '*/*', undefined])(
    'is at the addresses of pages for who accepts %s, also by HEAD',
    async (accept) => {
      for (const url of ['/', '/?from=monitor', '/login', '/tai-khoan/7?tab=a.b'])
        for (const method of ['GET', 'HEAD'] as const)
          expect([url, ...(await answerTo(method, url, accept))]).toEqual([url, ...page])
      expect(await answerTo('GET', '/login/', accept)).toEqual([308, undefined])
      expect((await answerTo('HEAD', '/assets/a.js', accept))[0]).toBe(200)
    },
  )

  test.each([
    '/api/xs/nothing',
    '/api',
    '/assets/b.js',
    '/files/a/b',
    '/favicon2.png',
    '/admin.php?a=/b',
    '/metrics',
    '/docs',
    '/openapi.json',
  ])('is not at %s for who names no type', async (url) => {
    for (const method of ['GET', 'HEAD'] as const)
      for (const accept of ['*/*', undefined]) expect((await answerTo(method, url, accept))[0]).toBe(404)
  })

  test.each(['application/json', 'image/avif,image/webp,*/*;q=0.8'])(
    'is not there for who accepts %s',
    async (accept) => {
      expect((await answerTo('GET', '/login', accept))[0]).toBe(404)
    },
  )
})

test.each([
  ['/login/', '/login'],
  ['/tai-khoan/?status=1&next=/a/', '/tai-khoan?status=1&next=/a/'],
  ['/quan-ly-nhom-khach-hang/1//', '/quan-ly-nhom-khach-hang/1'],
  ['//', '/'],
])('the page at %s is that at %s', (url, page_url) => {
  expect(withoutEndSlash(url)).toBe(page_url)
})

test.each(['/', '/login', '/login?next=/tai-khoan/'])('%s has no slash at its end', (url) => {
  expect(withoutEndSlash(url)).toBeNull()
})

test.each(['//evil.example/', '///evil.example//', '/\\evil.example/', '/\\/evil.example/', '\\\\evil.example/'])(
  'the address without the slash of %s stays on this site',
  (url) => {
    expect(new URL(withoutEndSlash(url)!, 'https://office.example').host).toBe('office.example')
  },
)
