/**
 * Several processes that answer calls behind one port (node:cluster); each accepts connections by itself. The first process of the program
 * starts them, counts calls for all of them, replaces one that ends, and does everything else itself: data, jobs, the end.
 */
import cluster, { type Worker } from 'node:cluster'
import type { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { StartError } from './start-error.ts'

/** The requests that one process answers for the other, by name. */
type Answers = Readonly<Record<string, (input: never) => unknown>>
/** Sends a request to the other process. Rejects when that has ended. */
export type RequestSender = (request: string, input?: unknown) => Promise<unknown>

type Message =
  | { ve_so: 'ask'; id: number; request: string; input: unknown }
  | { ve_so: 'answer'; id: number; answer?: unknown; fault?: Fault }

interface Fault {
  message: string
  /** A StartError: the sentence is for the person at the terminal. */
  is_sentence: boolean
}

interface Side extends EventEmitter {
  send?: (message: Message) => unknown
}

/** Requests and answers over the channel between two processes. */
export function askOver(side: Side, answers: Answers): RequestSender {
  const open = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>()
  let last_id = 0
  const send = (message: Message) => {
    try {
      side.send?.(message)
    } catch {
      // The other process has just ended: 'disconnect' rejects the open requests.
    }
  }
  side.on('message', async (message: Message) => {
    if (message?.ve_so === 'answer') {
      const { id, answer, fault } = message
      const waiting = open.get(id)
      open.delete(id)
      if (fault === undefined) waiting?.resolve(answer)
      else waiting?.reject(fault.is_sentence ? new StartError(fault.message) : new Error(fault.message))
    } else if (message?.ve_so === 'ask') {
      const { id, request, input } = message
      try {
        send({ ve_so: 'answer', id, answer: await answers[request]!(input as never) })
      } catch (error) {
        const fault = { message: (error as Error).message, is_sentence: error instanceof StartError }
        send({ ve_so: 'answer', id, fault })
      }
    }
  })
  side.on('disconnect', () => {
    for (const { reject } of open.values()) reject(new Error('The other process has gone'))
    open.clear()
  })
  return (request, input) => {
    const id = ++last_id
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    open.set(id, { resolve, reject })
    send({ ve_so: 'ask', id, request, input })
    return promise
  }
}

export interface Processes {
  /** Sends a request to all workers; one that ends meanwhile gives no answer. */
  askAll(request: string, input?: unknown): Promise<unknown[]>
  close(): Promise<void>
}

interface ProcessOptions {
  /** The file that each worker runs. */
  file: string
  count: number
  /** The requests of workers that this process answers. */
  answers: Answers
  /** Brings a new worker to the state of the others; the start, or a replacement, is complete when it resolves. */
  begin: (ask: RequestSender) => Promise<void>
  log: Logger
  /** Called when workers end faster than they can be started. */
  onLost: (sentence: string) => void
}

const max_ends = 5
const within_ms = 60_000
const max_end_ms = 30_000
const retry_pause_ms = 2_000

/**
 * Starts `count` workers and resolves when `begin` has finished for each. One that ends is replaced; more than five
 * ends within a minute call `onLost` instead. `close` kills after 30 seconds what has not ended.
 */
export async function startProcesses({ file, count, answers, begin, log, onLost }: ProcessOptions): Promise<Processes> {
  // With the default, round robin, the first process passes each connection on. One that is on its way to a process that
  // is killed would then be answered by nobody and never be closed.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: file, args: process.argv.slice(2), serialization: 'advanced' })
  const running = new Map<Worker, RequestSender>()
  const ends: number[] = []
  let closing = false

  async function startOne(): Promise<void> {
    const worker = cluster.fork()
    const ask = askOver(worker, answers)
    running.set(worker, ask)
    let state: 'beginning' | 'working' | 'given up' = 'beginning'
    worker.on('exit', (code, signal) => {
      running.delete(worker)
      if (closing) return
      log.error({ ended_pid: worker.process.pid, code, signal }, 'a process that answers calls has ended')
      // One that this process killed had not crashed.
      if (state !== 'given up' || signal !== 'SIGKILL') ends.push(performance.now())
      if (ends.filter((ended_ms) => ended_ms > performance.now() - within_ms).length > max_ends)
        return onLost('Các tiến trình trả lời liên tục bị dừng: hãy xem nhật ký của chương trình.')
      if (state === 'working') void replaceOne()
    })
    try {
      await begin(ask)
      state = 'working'
    } catch (error) {
      state = 'given up'
      worker.kill('SIGKILL')
      throw error
    }
  }

  /** Tries until one has begun: while the database is away none can. */
  async function replaceOne(): Promise<void> {
    while (!closing) {
      try {
        return await startOne()
      } catch (error) {
        if (!closing) log.error({ err: error }, 'a process that answers calls cannot be started')
        await sleep(retry_pause_ms)
      }
    }
  }

  await Promise.all(Array.from({ length: count }, startOne))
  return {
    async askAll(request, input) {
      const outcomes = await Promise.allSettled([...running.values()].map((ask) => ask(request, input)))
      return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    },
    async close() {
      closing = true
      const endedWorkers = [...running].map(async ([worker, ask]) => {
        const exit = new Promise((resolve) => worker.once('exit', resolve))
        await Promise.race([ask('close').catch(() => undefined), sleep(max_end_ms, undefined, { ref: false })])
        worker.kill('SIGKILL')
        await exit
      })
      await Promise.all(endedWorkers)
    },
  }
}
