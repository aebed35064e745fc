import { readStream } from '@octet/core/read-stream.ts'

export type ServerEvent = { readonly event: string; readonly data: string }

/** Reads a stream of server-sent events (HTML Living Standard §9.2.6). */
export async function* readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ServerEvent> {
  let rest = ''
  for await (const text of readStream(body.pipeThrough(new TextDecoderStream()))) {
    const blocks = (rest + text.replaceAll('\r', '')).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = parseBlock(block)
      if (event) yield event
    }
  }
}

function parseBlock(block: string): ServerEvent | undefined {
  let event = 'message'
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(\w+):? ?(.*)$/.exec(line) ?? []
    if (name === 'event') event = value
    if (name === 'data') data.push(value)
  }
  return data.length > 0 ? { event, data: data.join('\n') } : undefined
}
