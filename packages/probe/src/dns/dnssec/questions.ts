import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import type { Ask, DnsClient } from '../client.ts'
import { findExtendedError } from '../ede.ts'
import { OWN_RESOLVER } from '../../unreachable.ts'
import type { Message } from '../message.ts'
import type { Name } from '../names.ts'
import { toRcodeName, toTypeName } from '../types.ts'

const MAX_QUERIES = 60
const TOTAL_MS = 9000
const STEP_TIMEOUT_MS = 2500
const TOO_LONG: Text = { en: 'the chain takes too many queries or too long', zh: '信任链的查询次数过多或耗时过长' }

/** The questions of one validation: each is asked once, with checking disabled, as many and as long as is allowed. */
export class Questions {
  readonly #ask: Ask
  readonly #client: DnsClient
  readonly #started = performance.now()
  readonly #messages = new Map<string, Promise<Message>>()
  #count = 0

  constructor(ask: Ask, client: DnsClient) {
    this.#ask = ask
    this.#client = client
  }

  /** How many have been asked. */
  get count(): number {
    return this.#count
  }

  /** Milliseconds since the first one could be asked. */
  get ms(): number {
    return Math.round(performance.now() - this.#started)
  }

  /** The answer or denial of a name and type. Throws `target_failed` for a failure, or when it takes too much. */
  fetch(name: Name, type: number): Promise<Message> {
    const key = `${name} ${type}`
    const asked = this.#messages.get(key) ?? this.#put(name, type)
    this.#messages.set(key, asked)
    return asked
  }

  async #put(name: Name, type: number): Promise<Message> {
    const left = Math.min(this.#ask.timeoutMs ?? TOTAL_MS, TOTAL_MS) - (performance.now() - this.#started)
    if (++this.#count > MAX_QUERIES || left <= 0) throw new AppError('target_failed', { reason: TOO_LONG })
    const flags = { rd: true, cd: true }
    const { message, address, server } = await this.#client.ask({
      ...this.#ask,
      name,
      type,
      flags,
      isDnssecOk: true,
      wantsNsid: false,
      timeoutMs: Math.min(left, STEP_TIMEOUT_MS),
    })
    if (message.rcode !== 0 && message.rcode !== 3)
      throw toFailure(message, server.isTrusted ? OWN_RESOLVER : { en: address, zh: address }, `${name} ${toTypeName(type)}`)
    return message
  }
}

/** An answer that is a failure, with what the server adds to it. */
function toFailure(message: Message, who: Text, question: string): AppError {
  const rcode = toRcodeName(message.rcode)
  const more = findExtendedError(message)
  const en = `${who.en} answered ${rcode} for ${question}${more ? ` (${more.en})` : ''}`
  const zh = `${who.zh}对 ${question} 返回 ${rcode}${more ? `（${more.zh}）` : ''}`
  return new AppError('target_failed', { reason: { en, zh } })
}
