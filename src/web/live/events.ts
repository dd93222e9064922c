/** Reads a stream of server-sent events as our own server writes them: one line of JSON each, comments between them. */
export interface LiveEvent {
  name: string
  data: unknown
}

/** `heard` is called with everything that comes, comments too. */
export async function* eventsIn(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  heard: () => void,
): AsyncGenerator<LiveEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      heard()
      const blocks = (text + part.value).split('\n\n')
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
