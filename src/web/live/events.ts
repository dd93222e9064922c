/** Parses a stream of server-sent events in the form that our server writes: an event name, one line of JSON; comments are heartbeats. */
export interface LiveEvent {
  name: string
  data: unknown
}

/** Yields the events; `onData` is called for every chunk, also one with only a heartbeat. */
export async function* eventsIn(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onData: () => void,
): AsyncGenerator<LiveEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      onData()
      const blocks = (text + chunk.value).split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        const event = eventOf(block)
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function eventOf(block: string): LiveEvent | null {
  const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
  return name === undefined ? null : { name, data: JSON.parse(data!) }
}
