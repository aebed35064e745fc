import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { LastUpdate } from '@octet/data/update-report.ts'
import { PARTS, type PartStates } from '../domain/availability/part.ts'
import type { DnsLeak } from '../domain/dns-leak/dns-leak.ts'
import type { IpService } from '../domain/ip-service.ts'
import type { MailServer } from '../domain/mail/mail-server.ts'
import type { Meter } from '../domain/usage/meter.ts'
import type { Database } from '../storage/database.ts'
import { registerProcessMetrics } from './process-metrics.ts'

/** Metrics of one thread as they travel to the listener. */
export type MetricsSnapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** From a memory lookup to the longest probe, in seconds. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** How plain lookups were answered; counted below the framework, so it is a plain number there. */
export type HotCounts = { front: number; node: number }

/** Parts that keep figures of their own. */
type Watched = {
  readonly ip: Pick<IpService, 'state'>
  readonly storage: Pick<Database, 'isConfigured' | 'isListening'>
  readonly meter: Pick<Meter, 'unwritten'>
  readonly dnsLeak: Pick<DnsLeak, 'packets'>
  /** Of the whole machine, and so told by one thread. */
  readonly lastUpdate?: () => Promise<LastUpdate | undefined>
  /** Checked by one thread. */
  readonly parts?: () => PartStates | undefined
  /** Asked by one thread. */
  readonly mailServer?: Pick<MailServer, 'state' | 'givenUp'>
}

const OUTCOMES = ['updated', 'unchanged', 'refused', 'unreachable'] as const

/**
 * What one thread counts, for Prometheus. Labels are route patterns and statuses, never a URL, an address or a key.
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly #seconds: Histogram<'method' | 'route' | 'status'>
  readonly #refused: Counter<'reason'>
  readonly hot: HotCounts = { front: 0, node: 0 }

  /** `isFirst`: whether this thread reports what belongs to the process as a whole. */
  constructor({ isFirst }: { isFirst: boolean }) {
    const registers = [this.#registry]
    if (isFirst) registerProcessMetrics(this.#registry)
    const delay = monitorEventLoopDelay({ resolution: 20 })
    delay.enable()
    this.#registry.registerMetric(
      new Gauge({
        name: 'octet_loop_delay_seconds',
        help: 'Delay of the event loop since the last reading, 99th percentile, the slowest thread',
        registers: [],
        aggregator: 'max',
        collect() {
          this.set(delay.percentile(99) / 1e9)
          delay.reset()
        },
      }),
    )
    this.#seconds = new Histogram({
      name: 'octet_http_request_seconds',
      help: 'Time from the first byte of a request to the last byte of its answer',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers,
    })
    this.#refused = new Counter({
      name: 'octet_refused_total',
      help: 'Requests refused by a limit, by reason',
      labelNames: ['reason'],
      registers,
    })
    this.#refused.inc({ reason: 'limit' }, 0) // one that begins with its first count has no rate at that moment
    const { hot } = this
    this.#registry.registerMetric(
      new Counter({
        name: 'octet_hot_lookups_total',
        help: 'Lookups answered below the framework, by the reader that took them',
        labelNames: ['reader'],
        registers: [],
        collect() {
          this.reset()
          this.inc({ reader: 'front' }, hot.front)
          this.inc({ reader: 'node' }, hot.node)
        },
      }),
    )
  }

  /** Adds what only the services know. */
  watch({ ip, storage, meter, dnsLeak, lastUpdate, parts, mailServer }: Watched): void {
    const registers = [this.#registry]
    const gauge = (name: string, help: string, read: () => number, aggregator: 'max' | 'min' = 'max') =>
      new Gauge({
        name,
        help,
        registers,
        aggregator,
        collect() {
          this.set(read())
        },
      })
    gauge('octet_data_ready', '1 when every thread has address data', () => (ip.state.state === 'ready' ? 1 : 0), 'min')
    gauge('octet_data_age_seconds', 'Age of the served build', () =>
      ip.state.date === null ? 0 : (Date.now() - Date.parse(ip.state.date)) / 1_000,
    )
    gauge('octet_data_ranges', 'Ranges of the served build, both families', () =>
      ip.state.rows === null ? 0 : ip.state.rows.v4 + ip.state.rows.v6,
    )
    gauge('octet_storage_configured', '1 when there is an account database', () => (storage.isConfigured ? 1 : 0))
    const listens = '1 while every thread hears of changed keys at once'
    gauge('octet_storage_listening', listens, () => (storage.isListening ? 1 : 0), 'min')
    const packets = new Counter({
      name: 'octet_leak_zone_packets_total',
      help: 'Packets to the zone of the DNS leak test, by what became of them',
      labelNames: ['outcome'],
      registers: [],
      collect() {
        this.reset()
        for (const [outcome, count] of Object.entries(dnsLeak.packets)) this.inc({ outcome }, count)
      },
    })
    this.#registry.registerMetric(packets)
    gauge('octet_meter_unwritten', 'Counts of use that are not in the database yet', () => meter.unwritten)
    if (lastUpdate) this.#watchUpdates(lastUpdate)
    if (parts) this.#watchParts(parts)
    if (mailServer) this.#watchMails(mailServer)
  }

  #watchMails(server: Pick<MailServer, 'state' | 'givenUp'>): void {
    const registers: Registry[] = []
    this.#registry.registerMetric(
      new Gauge({
        name: 'octet_mail_failing',
        help: '1 while the mail server cannot be reached or breaks off',
        registers,
        collect() {
          this.set(server.state === 'failing' ? 1 : 0)
        },
      }),
    )
    this.#registry.registerMetric(
      new Counter({
        name: 'octet_mails_given_up_total',
        help: 'Mails that are not tried any more: refused for good, tried too often, or kept waiting for days',
        registers,
        collect() {
          this.reset()
          this.inc(server.givenUp)
        },
      }),
    )
  }

  /** Nothing of a part before it has been checked, nor of one that this server does not offer. */
  #watchParts(read: () => PartStates | undefined): void {
    const up = new Gauge({
      name: 'octet_part_up',
      help: '1 when a part of the service worked at the last check of this process, 0 when it did not',
      labelNames: ['part'],
      registers: [],
      aggregator: 'min',
      collect() {
        this.reset()
        const states = read()
        for (const part of PARTS) {
          const state = states?.[part] ?? 'unchecked'
          if (state !== 'unchecked') this.set({ part }, state === 'up' ? 1 : 0)
        }
      },
    })
    this.#registry.registerMetric(up)
  }

  /** What the last update of the address data came to; all zero before the first one. */
  #watchUpdates(read: () => Promise<LastUpdate | undefined>): void {
    const readKnown = () => read().catch(() => undefined)
    const failed = new Gauge({
      name: 'octet_update_failed',
      help: '1 when the last update of the address data published nothing although something had changed',
      registers: [],
      aggregator: 'max',
      async collect() {
        this.set((await readKnown())?.error == null ? 0 : 1)
      },
    })
    const sources = new Gauge({
      name: 'octet_update_sources',
      help: 'Sources of the address data, by what the last update came to with them',
      labelNames: ['outcome'],
      registers: [],
      aggregator: 'max',
      async collect() {
        const last = await readKnown()
        for (const wanted of OUTCOMES)
          this.set({ outcome: wanted }, last?.sources.filter(({ outcome }) => outcome === wanted).length ?? 0)
      },
    })
    for (const metric of [failed, sources]) this.#registry.registerMetric(metric)
  }

  /** Counts an answer of the framework. */
  observe({ method, route, status, seconds }: { method: string; route: string; status: number; seconds: number }): void {
    this.#seconds.observe({ method, route, status: String(status) }, seconds)
    if (status === 429) this.#refused.inc({ reason: 'limit' })
  }

  read(): Promise<MetricsSnapshot> {
    return this.#registry.getMetricsAsJSON()
  }
}
