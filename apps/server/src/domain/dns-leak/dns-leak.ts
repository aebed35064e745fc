import { networkInterfaces } from 'node:os'
import type { Logger } from 'pino'
import { AppError } from '@octet/core/errors.ts'
import type { WatchedZone } from '@octet/probe/watched-zone/answer-zone.ts'
import { serveZone, type PacketOutcome, type Seen, type Take } from '@octet/probe/watched-zone/serve-zone.ts'
import type { Bus } from '../bus.ts'
import type { DnsLeakConfig } from './leak-schema.ts'
import { findTicket, isLiveToken, issueTicket, type LeakTicket } from './leak-token.ts'
import { toListenAddresses } from './listen-addresses.ts'
import { Sightings, type SeenResolver } from './sightings.ts'

/** `silent`: a zone is configured, but nobody answers for it. */
export type LeakState = 'off' | 'silent' | 'ready'

export type DnsLeakOptions = {
  readonly config: DnsLeakConfig | undefined
  readonly bus: Bus
  readonly log: Logger
  /** Known to all threads and machines; may become another one while they find each other. */
  readonly secret: () => string
  readonly take: Take
  readonly now?: () => Date
}

type Word = { readonly kind: 'up' } | { readonly kind: 'who' } | { readonly kind: 'seen'; readonly seen: Seen }

const CHANNEL = 'dns-leak'
const SIGN_MS = 2_000
const SILENT_MS = 9_000

/**
 * The DNS leak test of one thread. The first thread answers for the zone and tells all others, over the bus, who asked; so
 * any thread of any machine can say it (docs/decisions/0076-leak-and-mtu.md).
 */
export class DnsLeak implements AsyncDisposable {
  readonly #options: DnsLeakOptions
  readonly #sightings = new Sightings()
  readonly #stack = new AsyncDisposableStack()
  #isListening = false
  #heardAtMs = -Infinity
  /** What became of packets to the zone, in the thread that answers for it. */
  readonly packets: Record<PacketOutcome, number> = { answered: 0, cut: 0, dropped: 0, broken: 0 }

  constructor(options: DnsLeakOptions) {
    this.#options = options
  }

  /** Hears the others; the listener also opens its ports. A port that cannot be had is logged and ends nothing but the test. */
  async start({ isListener }: { isListener: boolean }): Promise<void> {
    const { config, bus } = this.#options
    if (!config) return
    this.#stack.use(await bus.subscribe(CHANNEL, (word) => this.#heed(word as Word)))
    if (isListener) await this.#listen(config)
    if (this.#isListening) {
      const timer = setInterval(() => this.#say({ kind: 'up' }), SIGN_MS).unref()
      this.#stack.defer(() => clearInterval(timer))
      this.#say({ kind: 'up' })
    } else this.#say({ kind: 'who' })
  }

  get zone(): string | null {
    return this.#options.config?.zone ?? null
  }

  get state(): LeakState {
    if (!this.#options.config) return 'off'
    return this.#isListening || performance.now() - this.#heardAtMs < SILENT_MS ? 'ready' : 'silent'
  }

  /** A new name to ask for. Throws `not_set_up`, `unavailable`. */
  issue(): LeakTicket {
    if (this.state === 'off') throw new AppError('not_set_up', { reason: NO_ZONE })
    if (this.state === 'silent') throw new AppError('unavailable', { reason: NOBODY_LISTENS })
    return issueTicket(this.#options.secret(), this.#now())
  }

  /** Who asked so far. Throws `no_such` for an id that was not issued or has ended. */
  read(id: string): { readonly ticket: LeakTicket; readonly resolvers: readonly SeenResolver[] } {
    const ticket = findTicket(id, this.#options.secret(), this.#now())
    if (!ticket) throw new AppError('no_such', { what: { en: 'DNS leak test', zh: 'DNS 泄露检测' }, got: id })
    return { ticket, resolvers: this.#sightings.list(ticket.token) }
  }

  async #listen(config: DnsLeakConfig): Promise<void> {
    const { log, take } = this.#options
    const { zone, listen } = config
    const watched = this.#toWatchedZone(config)
    const onSeen = (seen: Seen) => {
      if (this.#sightings.note(seen)) this.#say({ kind: 'seen', seen })
    }
    const onPacket = (outcome: PacketOutcome) => void this.packets[outcome]++
    await using opening = new AsyncDisposableStack()
    const opened: string[] = []
    for (const { host, port, isExpanded } of toListenAddresses(listen, networkInterfaces())) {
      try {
        opening.use(await serveZone({ zone: watched, listen: [{ host, port }], onSeen, take, onPacket }))
        opened.push(`${host} ${port}`)
      } catch (error) {
        const cause = toCause(error as NodeJS.ErrnoException)
        if (!isExpanded) return void log.warn({ zone, listen }, `no DNS leak test: ${cause}`)
        log.warn({ zone, host, port }, `no answers for the DNS leak test here: ${cause}`)
      }
    }
    if (opened.length === 0) return void log.warn({ zone, listen }, 'no DNS leak test: there is no address to listen on')
    this.#stack.use(opening.move())
    this.#isListening = true
    log.info({ zone, opened }, 'answering for the zone of the DNS leak test')
  }

  #toWatchedZone({ zone, addresses, nameServers }: DnsLeakConfig): WatchedZone {
    const names = nameServers.length > 0 ? nameServers : [`ns.${zone}`]
    return {
      zone: `${zone}.`,
      nameServers: names.map((name) => `${name}.`),
      addresses,
      isLive: (token) => isLiveToken(token, this.#options.secret(), this.#now()),
    }
  }

  #heed(word: Word): void {
    if (word.kind === 'who') {
      if (this.#isListening) this.#say({ kind: 'up' })
      return
    }
    this.#heardAtMs = performance.now()
    if (word.kind === 'seen') this.#sightings.note(word.seen)
  }

  #say(word: Word): void {
    this.#options.bus.publish(CHANNEL, word)
  }

  #now(): Date {
    return this.#options.now?.() ?? new Date()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isListening = false
    await this.#stack.disposeAsync()
  }
}

const NO_ZONE = {
  en: 'this installation has no DNS zone of its own; its operator sets `dnsLeak` in the configuration file',
  zh: '本站没有自己的 DNS 区域，需由管理员在配置文件中设置 dnsLeak',
}
const NOBODY_LISTENS = {
  en: 'the name server of the test does not run; its operator finds the reason in the log',
  zh: '检测所用的权威域名服务器未在运行，管理员可在日志中查看原因',
}

/** What can be done about a port that cannot be opened. */
const CURES: Readonly<Record<string, string>> = {
  EACCES:
    'ports below 1024 need a right: setcap cap_net_bind_service=+ep on the node binary, AmbientCapabilities=CAP_NET_BIND_SERVICE in systemd, or a higher port that the firewall forwards 53 to',
  EADDRINUSE: 'another program has it; name a free address in dnsLeak.listen',
  EADDRNOTAVAIL: 'this machine does not have that address',
}

function toCause({ message, code = '' }: NodeJS.ErrnoException): string {
  return CURES[code] ? `${message}: ${CURES[code]}` : message
}
