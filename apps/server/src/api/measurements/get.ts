import * as z from 'zod'
import { joinText } from '@octet/core/text.ts'
import { Answer, defineEndpoint } from '@octet/core/endpoint.ts'
import { measurementSchema } from '@octet/core/probe/measurement.ts'
import type { MeasurementEvent } from '../../domain/points/live-measurement.ts'

const ID = /^[\da-f]{32}$/
/** A stream may be read so long; a measurement ends far sooner. */
const STREAM_MS = 60_000

export default defineEndpoint({
  method: 'GET',
  path: '/v1/measurements/:id',
  auth: 'none',
  title: { en: 'A measurement', zh: '测量结果' },
  summary: {
    en: 'The measurement as it stands; kept for 30 days, for everybody who has the id. With `Accept: text/event-stream` or `application/x-ndjson` it streams: `measurement` with the whole, `rows` with what changed, `done` at the end.',
    zh: '返回测量的当前状态；结果保留 30 天，持有编号者均可查看。使用 `Accept: text/event-stream` 或 `application/x-ndjson` 时以流返回：`measurement` 为完整内容，`rows` 为变化的行，`done` 表示结束。',
  },
  input: z.object({
    id: z.string().regex(ID, {
      error: joinText({ en: 'the id of a measurement: 32 hexadecimal digits', zh: '测量编号：32 位十六进制数字' }),
    }),
  }),
  output: measurementSchema,
  answer: { media: ['text/event-stream', 'application/x-ndjson'] },
  errors: ['no_such'],
  timeoutMs: STREAM_MS,
  async handle({ input: { id }, services, header, signal }) {
    const { measurements } = services.points
    const type = toStreamType(header('accept'))
    if (!type) return measurements.get(id)
    const events = measurements.watch(id, signal)
    const first = await events.next() // an unknown id is an error, not a stream
    return new Answer(toText(type, first.done ? undefined : first.value, events), {
      type: `${type}; charset=utf-8`,
      headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    })
  },
})

function toStreamType(accept: string | undefined): 'text/event-stream' | 'application/x-ndjson' | undefined {
  if (accept?.includes('text/event-stream')) return 'text/event-stream'
  return accept?.includes('application/x-ndjson') ? 'application/x-ndjson' : undefined
}

async function* toText(
  type: string,
  first: MeasurementEvent | undefined,
  events: AsyncIterable<MeasurementEvent>,
): AsyncGenerator<string> {
  const write = ({ event, data }: MeasurementEvent): string =>
    type === 'text/event-stream' ? `event: ${event}\ndata: ${JSON.stringify(data)}\n\n` : `${JSON.stringify({ event, data })}\n`
  if (first) yield write(first)
  for await (const event of events) yield write(event)
}
