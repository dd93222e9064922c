import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { watchMethods } from './methods.ts'

const server = fastify({ exposeHeadRoutes: false })
watchMethods(server)
const done = async () => 'done'
server.get('/api/list', done)
server.post('/api/list', done)
server.get('/api/delete/:id', done)
server.get('/healthz', { exposeHeadRoute: true }, done)
server.get('/*', done)
afterAll(() => server.close())

const answerTo = async (method: 'GET' | 'HEAD' | 'OPTIONS' | 'PUT', url: string) => {
  const { statusCode, headers } = await server.inject({ method, url })
  return [statusCode, headers.allow]
}

test('OPTIONS answers with the methods of an address and without CORS headers', async () => {
  expect(await answerTo('OPTIONS', '/api/list?page=1')).toEqual([204, 'GET, POST, OPTIONS'])
  expect(await answerTo('OPTIONS', '/api/delete/7')).toEqual([204, 'GET, OPTIONS'])
  expect(await answerTo('OPTIONS', '/api/nothing')).toEqual([404, undefined])
  const { headers } = await server.inject({
    method: 'OPTIONS',
    url: '/api/list',
    headers: { origin: 'https://evil.example' },
  })
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
})

test('a method that the address does not answer is refused with 405, also HEAD of a GET that deletes', async () => {
  expect(await answerTo('PUT', '/api/list')).toEqual([405, 'GET, POST, OPTIONS'])
  expect(await answerTo('HEAD', '/api/delete/7')).toEqual([405, 'GET, OPTIONS'])
  expect(await answerTo('HEAD', '/healthz')).toEqual([200, undefined])
})
