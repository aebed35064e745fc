import { findAddress } from '@octet/core/ip/address.ts'
import {
  encodeMessage,
  decodeMessage,
  toOptRecord,
  type EdnsOption,
  type Message,
  type Question,
  type Rr,
} from '../dns/message.ts'
import { fromLabels, isWithin, toLabels, toNormalName, type Name } from '../dns/names.ts'
import { writeRdata, type RdataFields } from '../dns/rdata.ts'
import { CLASSES, TYPES } from '../dns/types.ts'

/** A small zone whose names exist while their token lives: `<token>.<zone>` and one label before it. */
export type WatchedZone = {
  readonly zone: Name
  readonly nameServers: readonly Name[]
  /** What names answer, and name servers within the zone. */
  readonly addresses: readonly string[]
  /** Whether names with this label, in lower case, exist. */
  isLive(token: string): boolean
}

export type Subnet = { readonly subnet: string; readonly sourcePrefix: number }
export type ZoneAnswer = {
  /** Undefined for what gets no answer: malformed messages, answers, anything that is no question. */
  readonly reply: Uint8Array | undefined
  /** The live token that was asked for. */
  readonly token?: string | undefined
  /** The part of a client's address that the resolver sent along (RFC 7871). */
  readonly subnet?: Subnet | undefined
}

/** Answers never exceed what plain DNS allows, whatever EDNS offers: nothing is won by asking under a forged address. */
export const MAX_REPLY_BYTES = 512
const UDP_SIZE_BYTES = 1232
const RCODE = { ok: 0, notFound: 3, notImplemented: 4, refused: 5 } as const
const BAD_VERSION = 16
/** Names with a token are asked for anew each time; the zone's own records may be kept for an hour. */
const NO_TTL = 0
const ZONE_TTL_SECONDS = 3600
const SOA_TIMES = { serial: 1, refresh: 3600, retry: 600, expire: 86_400, minimum: NO_TTL }

type Verdict = Pick<Message, 'rcode' | 'answers' | 'authorities'> & { readonly isOurs: boolean; readonly token?: string }

/**
 * The authoritative answer to one message (RFC 1034 §4.3.2, RFC 2308, RFC 6891). Names come back spelled as they were
 * asked. `maxBytes`: what is longer is cut to its question with TC set.
 */
export function answerZone(bytes: Uint8Array, zone: WatchedZone, maxBytes = MAX_REPLY_BYTES): ZoneAnswer {
  const query = decodeQuery(bytes)
  const question = query?.questions[0]
  if (!query || !question) return { reply: undefined }
  const { isOurs, token, ...said } = judge(query, question, zone)
  const message = toReply(query, { ...said, isOurs })
  const reply = encodeMessage(message)
  const cut = { ...message, flags: { ...message.flags, tc: true }, answers: [], authorities: [] }
  const subnet = query.edns?.clientSubnet
  return { reply: reply.length > maxBytes ? encodeMessage(cut) : reply, token, subnet }
}

/** Only the question with TC set: who is in earnest asks again over TCP. Undefined where there would be no answer. */
export function cutAnswer(bytes: Uint8Array): Uint8Array | undefined {
  const query = decodeQuery(bytes)
  if (!query || query.questions.length === 0) return undefined
  const reply = toReply(query, { rcode: RCODE.ok, answers: [], authorities: [], isOurs: false })
  return encodeMessage({ ...reply, flags: { ...reply.flags, tc: true } })
}

function decodeQuery(bytes: Uint8Array): Message | undefined {
  try {
    const query = decodeMessage(bytes)
    return query.flags.qr ? undefined : query
  } catch {
    return undefined // whatever it was, nobody waits for an answer that could be read
  }
}

function judge(query: Message, question: Question, zone: WatchedZone): Verdict {
  const empty = { answers: [], authorities: [], isOurs: false }
  if ((query.edns?.version ?? 0) > 0) return { ...empty, rcode: BAD_VERSION }
  if (query.opcode !== 0) return { ...empty, rcode: RCODE.notImplemented }
  const { name, type } = question
  const isTransfer = type === TYPES.AXFR || type === TYPES.IXFR
  if (question.class !== CLASSES.IN || isTransfer || !isWithin(name, zone.zone)) return { ...empty, rcode: RCODE.refused }
  return { ...judgeName(question, zone), isOurs: true }
}

function judgeName({ name, type }: Question, zone: WatchedZone): Omit<Verdict, 'isOurs'> {
  const soa = toSoa(zone)
  const found = (answers: readonly Rr[], token?: string) => ({
    rcode: RCODE.ok,
    answers,
    authorities: answers.length > 0 ? [] : [soa],
    ...(token !== undefined && { token }),
  })
  const labels = toLabels(name)
  const own = labels.slice(0, labels.length - toLabels(zone.zone).length)
  if (own.length === 0) return found(toApex(name, type, zone))
  const normal = toNormalName(name)
  if (zone.nameServers.includes(normal)) return found(toAddresses(name, type, zone.addresses, ZONE_TTL_SECONDS))
  const token = fromLabels(own.slice(-1)).slice(0, -1).toLowerCase()
  if (own.length <= 2 && zone.isLive(token)) return found(toAddresses(name, type, zone.addresses, NO_TTL), token)
  if (zone.nameServers.some((server) => isWithin(server, normal))) return found([]) // an empty name above one that exists
  return { rcode: RCODE.notFound, answers: [], authorities: [soa] }
}

function toApex(name: Name, type: number, zone: WatchedZone): Rr[] {
  if (type === TYPES.SOA || type === TYPES.ANY) return [{ ...toSoa(zone), name, ttl: ZONE_TTL_SECONDS }]
  if (type !== TYPES.NS) return []
  return zone.nameServers.map((target) => toRr(name, TYPES.NS, { name: target }, ZONE_TTL_SECONDS))
}

/** Addresses of the asked family; of what exists, ANY gets one kind (RFC 8482 §4.1). */
function toAddresses(name: Name, type: number, addresses: readonly string[], ttl: number): Rr[] {
  const ofFamily = (version: 4 | 6) =>
    addresses
      .filter((address) => findAddress(address)?.version === version)
      .map((address) => toRr(name, version === 4 ? TYPES.A : TYPES.AAAA, { address }, ttl))
  if (type === TYPES.A) return ofFamily(4)
  if (type === TYPES.AAAA) return ofFamily(6)
  if (type !== TYPES.ANY) return []
  const [four, six] = [ofFamily(4), ofFamily(6)]
  return four.length > 0 ? four : six
}

function toSoa({ zone, nameServers }: WatchedZone): Rr {
  const mailbox = `hostmaster.${zone}`
  return toRr(zone, TYPES.SOA, { primary: nameServers[0]!, mailbox, ...SOA_TIMES }, NO_TTL)
}

function toRr(name: Name, type: number, fields: RdataFields, ttl: number): Rr {
  return { name, type, class: CLASSES.IN, ttl, rdata: writeRdata(type, fields) }
}

function toReply(query: Message, said: Omit<Verdict, 'token'>): Omit<Message, 'edns'> {
  const { rcode, answers, authorities, isOurs } = said
  const flags = { qr: true, aa: isOurs, tc: false, rd: query.flags.rd, ra: false, ad: false, cd: query.flags.cd }
  const additionals = query.edns ? [toOpt(query.edns, rcode)] : []
  return { id: query.id, opcode: query.opcode, rcode, flags, questions: query.questions, answers, authorities, additionals }
}

/** The OPT of an answer: upper bits of the code, DO and the client subnet as they came, for all clients alike (RFC 7871 §7.2.1). */
function toOpt({ isDnssecOk, clientSubnet }: NonNullable<Message['edns']>, rcode: number): Rr {
  const options = clientSubnet ? toSubnetOption(clientSubnet) : []
  const opt = toOptRecord({ udpSizeBytes: UDP_SIZE_BYTES, isDnssecOk, options })
  return { ...opt, ttl: opt.ttl + (rcode >> 4) * 2 ** 24 }
}

const SUBNET_OPTION = 8

function toSubnetOption({ subnet, sourcePrefix }: Subnet): EdnsOption[] {
  const address = findAddress(subnet)
  const sizeBits = address?.version === 4 ? 32 : 128
  if (!address || sourcePrefix > sizeBits) return []
  const bytes = Buffer.from(address.value.toString(16).padStart(sizeBits / 4, '0'), 'hex')
  const head = Buffer.of(0, address.version === 4 ? 1 : 2, sourcePrefix, 0)
  return [{ code: SUBNET_OPTION, data: Buffer.concat([head, bytes.subarray(0, Math.ceil(sourcePrefix / 8))]) }]
}
