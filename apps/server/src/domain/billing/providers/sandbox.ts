import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { AppError } from '@octet/core/errors.ts'
import type { Database } from '../../../storage/database.ts'
import { notify } from '../../../storage/notify.ts'
import {
  deleteSandboxEvent,
  hasSandboxEvents,
  insertSandboxEvent,
  keepSandboxSecret,
  listSandboxEvents,
} from '../../../storage/queries/sandbox.ts'
import type { Order } from '../../../storage/queries/orders.ts'
import type { AskedRefund, Provider, ProviderEvent, ProviderMessage } from '../provider.ts'

/** Cards of the sandbox, by what they do. */
export const SANDBOX_CARDS = ['success', 'decline', 'insufficient', 'secure', 'expires'] as const
export type SandboxCard = (typeof SANDBOX_CARDS)[number]

const SIGNATURE_HEADER = 'sandbox-signature'
const TOLERANCE_MS = 300_000
const REASONS: Readonly<Partial<Record<SandboxCard, string>>> = {
  decline: 'card declined',
  insufficient: 'insufficient funds',
  expires: 'card expired',
}

/** Whether a card pays nothing, whatever its bank is told. */
export const isRefusedCard = (card: SandboxCard): boolean => card !== 'expires' && REASONS[card] !== undefined

/**
 * Plays a provider without moving money. Its words take the way of a real one's: signed, through the same reader, some
 * late, each twice, and now and then in the wrong order. They wait in a table, so that none is lost with the program.
 */
export class SandboxProvider implements Provider {
  readonly id = 'sandbox'
  readonly isSandbox = true
  readonly canCharge = true
  readonly acknowledgement = { type: 'application/json', body: '{"received":true}' }
  readonly #database: Database
  readonly #delayMs: number
  /** The time that its words are of. */
  readonly #now: () => number
  #secret: string | undefined

  constructor(database: Database, { delayMs = 400, now = Date.now }: { delayMs?: number; now?: () => number } = {}) {
    this.#database = database
    this.#delayMs = delayMs
    this.#now = now
  }

  /** The payment goes on in our own dialog, which says what it is. */
  async checkout(): Promise<{ url: null }> {
    return { url: null }
  }

  async portal(): Promise<null> {
    return null
  }

  /** What the owner does in the dialog: chooses a card. A secure one first asks for a confirmation. */
  async pay(order: Order, card: SandboxCard): Promise<void> {
    const atMs = this.#now()
    const failed = toFailure(order, card, atMs)
    const action = { ...toBase(order, atMs), kind: 'action', url: undefined } as const
    if (card === 'secure') await this.#say([[action, 1]])
    else if (failed && isRefusedCard(card)) await this.#say(twice(failed))
    // An old word comes after the new one.
    else await this.#say([...twice(toPaid(order, card, atMs + 1)), [{ ...action, id: randomUUID() }, 2.5]])
  }

  /** What the owner answers to the bank's question. */
  async confirm(order: Order, isApproved: boolean): Promise<void> {
    const atMs = this.#now()
    const refused = { ...toBase(order, atMs), kind: 'failed', reason: '3-D Secure refused' } as const
    await this.#say(twice(isApproved ? toPaid(order, 'secure', atMs) : refused))
  }

  async charge({ order, payer }: Parameters<Provider['charge']>[0]): Promise<undefined> {
    const card = SANDBOX_CARDS.find((name) => payer.methodRef === `card_${name}`) ?? 'decline'
    const failed = toFailure(order, card, this.#now())
    await this.#say(twice(failed ?? toPaid(order, card, this.#now())))
  }

  async refund({ order, amount, refundId }: Parameters<Provider['refund']>[0]): Promise<AskedRefund> {
    await this.#say(twice({ ...toBase(order, this.#now()), kind: 'refunded', refundId, amount }))
    return { refundId }
  }

  /** Plays a dispute; closed before it was opened, as networks do. */
  async dispute(order: Order, state: 'open' | 'won' | 'lost'): Promise<void> {
    const base = { kind: 'disputed', disputeId: `dispute_${order.id}`, amount: order.due } as const
    const opened = { ...toBase(order, this.#now()), ...base, state: 'open' } as const
    if (state === 'open') await this.#say(twice(opened))
    else
      await this.#say([
        [{ ...toBase(order, this.#now()), ...base, state }, 1],
        [opened, 2],
      ])
  }

  async #say(words: readonly (readonly [event: ProviderEvent, delay: number])[]): Promise<void> {
    await this.#database.transact(async (queries) => {
      for (const [event, delay] of words)
        await insertSandboxEvent(queries, JSON.stringify(event), (delay * this.#delayMs) / 1_000)
      await notify(queries, 'octet_sandbox')
    })
  }

  /**
   * Hands over what is due, each word signed at that moment. Gives how many there were. One that cannot be taken in keeps no other
   * back; its fault is thrown at the end.
   */
  async deliver(receive: (message: ProviderMessage) => Promise<void>, { all = false } = {}): Promise<number> {
    const due = await this.#database.run((queries) => listSandboxEvents(queries, { all }))
    const faults: unknown[] = []
    for (const word of due) await this.#handOver(word, receive).catch((error: unknown) => faults.push(error))
    if (faults.length > 0) throw faults[0]
    return due.length
  }

  async #handOver(
    { id, body }: { id: number; body: string },
    receive: (message: ProviderMessage) => Promise<void>,
  ): Promise<void> {
    const signature = await this.sign(body)
    await receive({ body, header: (name) => (name === SIGNATURE_HEADER ? signature : undefined) })
    await this.#database.run((queries) => deleteSandboxEvent(queries, id))
  }

  /** Whether there is more to hand over, now or later. */
  hasMore(): Promise<boolean> {
    return this.#database.run(hasSandboxEvents)
  }

  /** `t=<seconds>,v1=<HMAC-SHA256 of "t.body">`. */
  async sign(body: string, at = new Date()): Promise<string> {
    const t = Math.floor(at.getTime() / 1_000)
    return `t=${t},v1=${toMac(await this.#readSecret(), `${t}.${body}`).toString('hex')}`
  }

  async parse({ body, header }: ProviderMessage): Promise<ProviderEvent> {
    const [, t = '', mac = ''] = /^t=(\d{1,12}),v1=([\da-f]{64})$/.exec(header(SIGNATURE_HEADER) ?? '') ?? []
    const expected = toMac(await this.#readSecret(), `${t}.${body}`)
    if (!mac || !timingSafeEqual(expected, Buffer.from(mac, 'hex'))) throw toUnsigned('not ours', '签名不匹配')
    if (Math.abs(Date.now() - Number(t) * 1_000) > TOLERANCE_MS)
      throw toUnsigned('more than 5 minutes from now', '时间相差超过 5 分钟')
    const event = JSON.parse(body) as ProviderEvent & { occurredAt: string }
    return { ...event, occurredAt: new Date(event.occurredAt) }
  }

  /** Made once per installation, the same for all threads. */
  async #readSecret(): Promise<string> {
    this.#secret ??= await this.#database.transact((queries) => keepSandboxSecret(queries, randomBytes(32).toString('base64url')))
    return this.#secret
  }
}

function toBase(order: Order, atMs: number) {
  return { id: randomUUID(), occurredAt: new Date(atMs), orderId: order.id, paymentRef: `sandbox_${order.id}` }
}

function toPaid(order: Order, card: SandboxCard, atMs: number): ProviderEvent {
  const { due: amount, currency, account_id: accountId } = order
  return { ...toBase(order, atMs), kind: 'paid', amount, currency, customerRef: accountId, methodRef: `card_${card}` }
}

function toFailure(order: Order, card: SandboxCard, atMs: number): ProviderEvent | undefined {
  const reason = REASONS[card]
  return reason === undefined ? undefined : { ...toBase(order, atMs), kind: 'failed', reason }
}

const twice = (event: ProviderEvent): [ProviderEvent, number][] => [
  [event, 1],
  [event, 2],
]

const toMac = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(text).digest()

const toUnsigned = (en: string, zh: string) => new AppError('bad_signature', { reason: { en, zh } })
