import { isAppError } from '@octet/core/errors.ts'
import type { ComparedResolver, ForgeryRequest, PollutionRow } from '@octet/core/probe/dns.ts'
import { mergeArrivals } from '../arrivals.ts'
import type { Guard } from '../guard/guard.ts'
import { toReadableData } from './character-string.ts'
import { parseServer, toQuery, type Ask, type DnsClient } from './client.ts'
import { collectAnswers } from './collect-answers.ts'
import { DnsFormatError } from './format-error.ts'
import { decodeMessage, type Message } from './message.ts'
import { isWithin } from './names.ts'
import { toRdataText } from './rdata.ts'
import { ROOT_SERVERS } from './roots.ts'
import { toReason } from './to-reason.ts'
import { toRcodeName } from './types.ts'

export type FindForgeriesOptions = ForgeryRequest & {
  readonly client: DnsClient
  readonly guard: Guard
  readonly roots?: typeof ROOT_SERVERS | undefined
  /** The port of everybody who is asked in plain UDP; 53 unless given. */
  readonly port?: number | undefined
  readonly lingerMs?: number | undefined
  /** For an answer of who should have one; 2,500 unless given. */
  readonly timeoutMs?: number | undefined
}

/** Root servers without a node inside China, so that the way to them crosses its border from either side. */
const BAITS: readonly string[] = ['b.root-servers.net.', 'c.root-servers.net.', 'h.root-servers.net.']
/** Zones that root servers answer for themselves, with addresses. */
const ROOT_ZONES: readonly string[] = ['root-servers.net.', 'arpa.']
const MAX_RESOLVERS = 27
const IN_FLIGHT = 16
const TIMEOUT_MS = 2500
const SILENCE_MS = 1500
const LINGER_MS = 600
const CONTROLS = ['example.com.', 'iana.org.'] as const
/** More than fits into plain UDP, or less given to who asks often: nothing is said of the name. */
const CUT = { en: 'the answer was cut to fit into UDP', zh: '应答因 UDP 容量限制被截断' }

/**
 * Asks for a name by all ways: encrypted, where nobody can change the answer; plain; and where no answer can be right.
 * A root server sends referrals only, and an address without DNS nothing: records that come in their name were put there
 * on the way. All rows after each arrival.
 */
export async function* findForgeries(ask: Ask, options: FindForgeriesOptions): AsyncGenerator<PollutionRow[]> {
  const jobs = toJobs(ask, options)
  const rows = jobs.map(({ row }) => row)
  yield [...rows]
  const arrivals = jobs.map(({ row, run }, index) => async () => ({ index, row: await settle(row, run) }))
  for await (const { index, row } of mergeArrivals(arrivals, IN_FLIGHT)) {
    rows[index] = row
    yield [...rows]
  }
}

type Job = { readonly row: PollutionRow; readonly run: () => Promise<Partial<PollutionRow>> }

function toJobs(ask: Ask, options: FindForgeriesOptions): Job[] {
  const { client, guard, encrypted, plain, silent, roots = ROOT_SERVERS, port = 53 } = options
  const { lingerMs = LINGER_MS, timeoutMs: answerMs = TIMEOUT_MS } = options
  const viaClient = async (server: string | undefined) => {
    const asked = { ...ask, server: server === undefined ? undefined : parseServer(server), timeoutMs: answerMs }
    const { message, ms } = await client.ask(asked)
    return { state: 'answered' as const, answers: [toAnswer(message, ask.type, Math.round(ms * 100) / 100)] }
  }
  const collect = async (question: Ask, address: string, timeoutMs: number) => {
    const query = toQuery(question, false)
    const answers = await collectAnswers(query, { address, port, signal: ask.signal, timeoutMs, lingerMs })
    return answers.flatMap(({ bytes, ms }) => readMessage(bytes, ms))
  }
  const viaUdp = async (server: string) => {
    const answers = await collect(ask, guard.checkLiteral(server), answerMs)
    if (answers.length === 0) return { state: 'silent' as const }
    const said = answers.filter(({ message }) => !message.flags.tc || message.answers.length > 0)
    if (said.length === 0) return { state: 'failed' as const, note: CUT }
    return { state: 'answered' as const, answers: said.map(({ message, ms }) => toAnswer(message, ask.type, ms)) }
  }
  const viaBait = async (server: string) => {
    const address = guard.checkLiteral(server)
    const control = CONTROLS.find((name) => ask.name !== name && !ask.name.endsWith(`.${name}`))!
    const [answers, controls] = await Promise.all([
      collect({ ...ask, flags: { rd: false } }, address, SILENCE_MS),
      collect({ ...ask, name: control, flags: { rd: false } }, address, SILENCE_MS),
    ])
    return {
      state: answers.length > 0 ? ('answered' as const) : ('silent' as const),
      answers: answers
        .filter(({ message }) => message.answers.length > 0)
        .map(({ message, ms }) => toAnswer(message, ask.type, ms)),
      isControlAnswered: controls.some(({ message }) => message.answers.length > 0),
    }
  }
  const toPlain = ({ server, ipv6 }: ComparedResolver) => (ipv6 && !guard.hasFamily(server) ? ipv6 : server)
  const baits = roots
    .filter(({ name }) => BAITS.includes(name) && !ROOT_ZONES.some((zone) => isWithin(ask.name, zone)))
    .map(({ name, addresses }) => ({ name, address: addresses.find((one) => guard.hasFamily(one)) ?? addresses[0]! }))
  const fromResolver = (resolver: ComparedResolver, way: 'encrypted' | 'plain', server: string): Job => {
    const { id, name, country } = resolver
    const row = toWaiting({ id: `${way} ${id}`, name, server, country, way })
    return { row, run: () => (way === 'encrypted' ? viaClient(server) : viaUdp(server)) }
  }
  return [
    ...encrypted.slice(0, MAX_RESOLVERS).map((one) => fromResolver(one, 'encrypted', one.server)),
    ...plain.slice(0, MAX_RESOLVERS - encrypted.length).map((one) => fromResolver(one, 'plain', toPlain(one))),
    { row: toWaiting({ id: 'own', name: '', server: '', country: null, way: 'own' }), run: () => viaClient(undefined) },
    ...baits.map(({ name, address }) => ({
      row: toWaiting({ id: name, name: name.slice(0, -1), server: address, country: null, way: 'root' }),
      run: () => viaBait(address),
    })),
    ...(silent === undefined
      ? []
      : [
          {
            row: toWaiting({ id: 'silent', name: '', server: silent, country: null, way: 'silent' }),
            run: () => viaBait(silent),
          },
        ]),
  ]
}

function toWaiting(known: Pick<PollutionRow, 'id' | 'name' | 'server' | 'country' | 'way'>): PollutionRow {
  return { ...known, state: 'waiting', answers: [], isControlAnswered: null, note: null }
}

async function settle(row: PollutionRow, run: Job['run']): Promise<PollutionRow> {
  try {
    return { ...row, ...(await run()) }
  } catch (error) {
    if (isAppError(error) && error.key === 'refused_target' && row.way === 'silent') throw error
    return { ...row, state: 'failed', note: toReason(error) }
  }
}

/** What cannot be read is no answer to show, whoever sent it. */
function readMessage(bytes: Uint8Array, ms: number): { message: Message; ms: number }[] {
  try {
    return [{ message: decodeMessage(bytes), ms }]
  } catch (error) {
    if (error instanceof DnsFormatError) return []
    throw error
  }
}

function toAnswer({ answers, rcode }: Message, type: number, ms: number): PollutionRow['answers'][number] {
  const values = answers.filter((rr) => rr.type === type).map((rr) => toReadableData(toRdataText(rr.type, rr.rdata)))
  return { rcode: toRcodeName(rcode), values: [...new Set(values)].sort().slice(0, 16), ms }
}
