/** The address of the live stream: server-sent events over an ordinary request, with the same token and cookie as every call. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { Failure } from '#contract/errors.ts'
import { live_path, topicAreas, topics, type Topic } from '#contract/live.ts'
import { first_page, rightsIn } from '#contract/page.ts'
import type { Listener, LiveStream } from '#server/live/live.ts'
import { mayMake } from '#server/serve.ts'
import { obstacleOf, type Me } from '#server/session/session.ts'
import { secureHeaders } from './transport.ts'

const stream_headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Proxies would otherwise buffer the stream.
  'x-accel-buffering': 'no',
}

interface LiveParts {
  live: LiveStream
  has_maps: boolean
  /** The person of this request; rejects with a Failure as any call does. */
  identify(request: FastifyRequest): Promise<Me>
  calls: readonly Call[]
}

export function registerLive(server: FastifyInstance, { live, has_maps, identify, calls }: LiveParts): void {
  const telling = new Map(topics.map((topic) => [topic, readsAbout(topic, calls)]))
  const topicsOf = (me: Me) =>
    new Set(obstacleOf(me) ? [] : topics.filter((topic) => telling.get(topic)!.some(({ may }) => mayMake(me, may))))
  // Streams never end by themselves, so the server could not close while one is open.
  server.addHook('preClose', async () => live.close())
  server.get(live_path, async (request, reply) => {
    const me = await identify(request)
    const obstacle = obstacleOf(me)
    if (obstacle) throw new Failure(obstacle)
    const { raw } = reply
    const open = () => {
      secureHeaders(reply, has_maps)
      reply.headers(stream_headers)
      reply.hijack()
      raw.writeHead(200, reply.getHeaders() as Record<string, string>)
    }
    const listener: Listener = {
      session_id: me.session_id,
      user_id: me.user_id,
      topics: topicsOf(me),
      topicsOf,
      open,
      write: (text) => void raw.write(text),
      waiting: () => raw.writableLength,
      end: () => void raw.end(),
      cutOff: () => void raw.destroy(),
    }
    raw.on('close', () => live.leave(listener))
    await live.join(listener)
    if (raw.destroyed) live.leave(listener)
  })
}

/**
 * The calls that show a topic, without those that anybody may make: of a topic with such calls only people who may make one are notified, of any
 * other topic everybody.
 */
function readsAbout(topic: Topic, calls: readonly Call[]): Call[] {
  const all = calls.filter(
    ({ kind, path }) => kind === 'read' && topicAreas[topic].some((area) => path.includes(`/${area}/`)),
  )
  const guarded = all.filter(({ may }) => rightsIn(may).some(({ page }) => page !== first_page))
  return guarded.length > 0 ? guarded : all
}
