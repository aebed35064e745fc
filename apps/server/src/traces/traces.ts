import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import { threadId } from 'node:worker_threads'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span, type Tracer } from '@opentelemetry/api'
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { TraceOptions } from '../config.ts'

const MAX_VALUE_LETTERS = 2_000
const TELL_MS = 60_000
/** For one batch, tries again included; a server that stops waits no longer for its last one. */
const SEND_LIMIT_MS = 3_000

/** A request that has begun. */
export type RequestStart = {
  readonly method: string
  /** Pattern of the path. */
  readonly route: string
  readonly requestId: string
  /** What the caller says of its own trace (W3C Trace Context). */
  readonly headers: Readonly<Record<string, unknown>>
}

/** A query that has ended. */
export type QueryEnd = { readonly sql: string; readonly ms: number; readonly isFailed: boolean }

/**
 * Spans of requests and of the queries they make, sent to a collector by OTLP over HTTP. They hold patterns, numbers and
 * the text of queries without their values: no path, address, header or body (docs/decisions/0075-traces.md).
 */
export class Traces implements AsyncDisposable {
  readonly #provider: TracerProvider
  readonly #tracer: Tracer
  readonly #propagator = new W3CTraceContextPropagator()
  readonly #active = new AsyncLocalStorage<Context>()

  constructor({ endpoint, serviceName, sampled }: TraceOptions, log: Logger) {
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({
        'service.name': serviceName,
        'service.instance.id': `${hostname()}-${process.pid}-${threadId}`,
      }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampled) }),
      spanLimits: { attributeValueLengthLimit: MAX_VALUE_LETTERS },
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: tellFaults(new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: SEND_LIMIT_MS }), log),
        }),
      ],
    })
    this.#tracer = this.#provider.getTracer('octet')
  }

  /** Begins the span of a request and goes on within it. */
  begin({ method, route, requestId, headers }: RequestStart, goOn: () => void): Span {
    const parent = this.#propagator.extract(ROOT_CONTEXT, headers, { get: getOne, keys: Object.keys })
    const attributes = { 'http.request.method': method, 'http.route': route, 'octet.request.id': requestId }
    const span = this.#tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
    this.#active.run(trace.setSpan(parent, span), goOn)
    return span
  }

  /** Ends it; a fault of the server is one of the span. */
  end(span: Span, status: number): void {
    span.setAttribute('http.response.status_code', status)
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', String(status))
    span.end()
  }

  /** Notes a query that was made within a request; others are left out. */
  noteQuery({ sql, ms, isFailed }: QueryEnd): void {
    const within = this.#active.getStore()
    if (!within) return
    const operation = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? 'query'
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': sql }
    const endMs = Date.now()
    const span = this.#tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes, startTime: endMs - ms }, within)
    if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(endMs)
  }

  /** Id of the trace that goes on here, for lines of the log. */
  get traceId(): string | undefined {
    const within = this.#active.getStore()
    return within && trace.getSpanContext(within)?.traceId
  }

  /** Sends what is left. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#provider.shutdown().catch(() => {}) // told by the exporter
  }
}

function getOne(headers: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

/** A collector that is away is told of once a minute; its spans are lost. */
function tellFaults(exporter: SpanExporter, log: Logger): SpanExporter {
  let toldMs = -Infinity
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code === ExportResultCode.FAILED && performance.now() - toldMs > TELL_MS) {
          toldMs = performance.now()
          log.warn({ err: result.error, spans: spans.length }, 'traces cannot be sent')
        }
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
