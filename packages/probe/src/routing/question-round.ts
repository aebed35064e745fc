import { AppError, isAppError } from '@octet/core/errors.ts'
import type { RoutingReport } from '@octet/core/probe/routing.ts'
import type { DnsClient } from '../dns/client.ts'
import { createTextReader, type AskText } from '../dns/text-reader.ts'
import { toPlainText } from '../whois/plain-text.ts'
import { isRefusalOfMore } from '../whois/server-queue.ts'
import { CYMRU, KNOWN_AS, toAsName } from './cymru.ts'
import { isComplaint, isNothing } from './irr.ts'

type Asked = RoutingReport['asked'][number]
export type IrrAnswer = { readonly text: string; readonly isCut: boolean }

export type QuestionRoundOptions = {
  readonly client: DnsClient
  /** Name of the registry, and how it is asked. */
  readonly server: string
  readonly askServer: (question: string, timeoutMs: number) => Promise<IrrAnswer>
  /** Milliseconds that are left. */
  readonly left: () => number
}

/** The questions of one report. What cannot be asked is `undefined`, and stands in the list of who was asked. */
export class QuestionRound {
  readonly #options: QuestionRoundOptions
  readonly #readTexts: AskText
  readonly #asked: Asked[] = []
  #isReached: Promise<boolean> | undefined

  constructor(options: QuestionRoundOptions) {
    this.#options = options
    this.#readTexts = createTextReader(options.client, { signal: undefined, left: options.left }, (bytes) =>
      toPlainText(Buffer.from(bytes, 'latin1')),
    )
  }

  /** The texts of a name in Team Cymru’s zone; none where it does not exist. */
  askZone(name: string): Promise<readonly string[] | undefined> {
    const ask = async () => {
      const texts = await this.#readTexts(name)
      if (texts.length === 0 && !(await this.#reachesZone())) throw new AppError('unavailable')
      return texts.map((text) => text.slice(0, 300))
    }
    return this.#note({ server: CYMRU, question: `${name} TXT` }, ask, (texts) => texts.length === 0)
  }

  /** What the routing registry says to a line. */
  askRegistry(question: string): Promise<IrrAnswer | undefined> {
    const { server, askServer, left } = this.#options
    const ask = async () => {
      const answer = await askServer(question, left())
      if (isRefusalOfMore(answer.text) || isComplaint(answer.text)) throw new AppError('target_failed', { reason: answer.text })
      return answer
    }
    return this.#note({ server, question }, ask, ({ text }) => isNothing(text))
  }

  /**
   * Who was asked what, by server.
   *
   * @throws {AppError} `unavailable` where nobody answered
   */
  finish(): Asked[] {
    if (this.#asked.every(({ state }) => state === 'failed'))
      throw new AppError('unavailable', {
        reason: { en: 'neither BGP data nor the routing registries answer', zh: 'BGP 数据与路由登记库均无应答' },
      })
    return this.#asked.toSorted((a, b) => a.server.localeCompare(b.server) || a.question.localeCompare(b.question))
  }

  /** “Nothing” counts only from a resolver that knows what is surely there: some deny every name they cannot reach. */
  #reachesZone(): Promise<boolean> {
    return (this.#isReached ??= this.#readTexts(toAsName(KNOWN_AS)).then((texts) => texts.length > 0))
  }

  async #note<T>(
    { server, question }: Pick<Asked, 'server' | 'question'>,
    ask: () => Promise<T>,
    isEmpty: (answer: T) => boolean,
  ): Promise<T | undefined> {
    const started = performance.now()
    try {
      const answer = await ask()
      const ms = Math.round(performance.now() - started)
      this.#asked.push({ server, question, state: isEmpty(answer) ? 'empty' : 'answered', ms })
      return answer
    } catch (error) {
      if (!isAppError(error)) throw error
      this.#asked.push({ server, question, state: 'failed', ms: null })
      return undefined
    }
  }
}
