import * as z from 'zod'
import { AppError } from '@octet/core/errors.ts'
import { parseJson } from '@octet/core/parse-json.ts'
import type { WhoisObject, WhoisResult } from '@octet/core/probe/whois.ts'
import type { Fetcher } from '../http/fetch.ts'
import { readCard, type Cards } from './contact-card.ts'
import { toStatus } from './epp-status.ts'
import { toPlainText, toSafeText } from './plain-text.ts'
import type { ParsedWhois } from './parse-whois.ts'
import { toRangeCidrs } from './range-cidrs.ts'
import { toDate } from './registry-date.ts'
import type { ServerQueue } from './server-queue.ts'

export type RdapOptions = {
  readonly fetcher: Fetcher
  readonly bootstrapUrl?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
}
/** `queue`: turns at the servers of registries, which count who asks them. */
export type RdapQuestion = RdapOptions & { readonly timeoutMs: number; readonly queue: ServerQueue }

/** A list of which only what is well-formed counts: one odd entry does not hide the others. Some servers leave the list out around one. */
function listOf<T>(schema: z.ZodType<T>) {
  return z
    .unknown()
    .transform((given) => {
      // an empty text is a list of nothing, too
      return given === null || given === undefined ? undefined : [given].flat().flatMap((one) => schema.safeParse(one).data ?? [])
    })
    .optional()
    .catch(undefined)
}

type Entity = Cards & {
  roles?: string[] | undefined
  handle?: string | undefined
  publicIds?: { type: string; identifier: string }[] | undefined
  entities?: Entity[] | undefined
  links?: { href?: string | undefined; rel?: string | undefined }[] | undefined
}
const entitySchema: z.ZodType<Entity> = z.object({
  roles: listOf(z.string()),
  vcardArray: z.unknown().optional(),
  jscard: z.unknown().optional(),
  jscard_0: z.unknown().optional(),
  jscontact_card: z.unknown().optional(),
  handle: z.string().optional().catch(undefined),
  publicIds: listOf(z.object({ type: z.string(), identifier: z.string() })),
  get entities() {
    return listOf(entitySchema)
  },
  links: listOf(z.object({ href: z.string().optional(), rel: z.string().optional() })),
})
/** Some servers write numbers as texts. */
const numberSchema = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number),
])
const rdapSchema = z.object({
  errorCode: numberSchema.optional().catch(undefined),
  objectClassName: z.string().optional().catch(undefined),
  unicodeName: z.string().optional().catch(undefined),
  status: listOf(z.string()),
  events: listOf(z.object({ eventAction: z.string(), eventDate: z.string().optional() })),
  nameservers: listOf(z.object({ ldhName: z.string().optional() })),
  secureDNS: z
    .object({
      delegationSigned: z.boolean().optional().catch(undefined),
      dsData: listOf(z.object({})),
      keyData: listOf(z.object({})),
    })
    .optional()
    .catch(undefined),
  entities: listOf(entitySchema),
  redacted: listOf(z.object({ name: z.object({ type: z.string().optional(), description: z.string().optional() }).optional() })),
  startAddress: z.string().optional().catch(undefined),
  endAddress: z.string().optional().catch(undefined),
  cidr0_cidrs: listOf(z.object({ v4prefix: z.string().optional(), v6prefix: z.string().optional(), length: numberSchema })),
  name: z.string().optional().catch(undefined),
  type: z.string().optional().catch(undefined),
  country: z.string().optional().catch(undefined),
  parentHandle: z.string().optional().catch(undefined),
  /** An extension of ARIN. */
  arin_originas0_originautnums: listOf(z.number()),
  /** The same of LACNIC, as `AS64500`, and of NIC.br. */
  lacnic_originAutnum: listOf(z.string()),
  nicbr_autnum: numberSchema.optional().catch(undefined),
  startAutnum: numberSchema.optional().catch(undefined),
  endAutnum: numberSchema.optional().catch(undefined),
  links: listOf(z.object({ href: z.string().optional(), rel: z.string().optional(), type: z.string().optional() })),
})
export type Rdap = z.infer<typeof rdapSchema>

export type RdapAnswer = {
  readonly server: string
  readonly text: string
  readonly isCut: boolean
  readonly ms: number
  /** Undefined where nothing is registered. */
  readonly rdap: Rdap | undefined
}

/** Far beyond what registries send. With indents a deep and wide answer would be a thousand times as long. */
const BOUNDS = { field: 'RDAP', maxDepth: 40, maxValues: 50_000 } as const
const MAX_KB = 512
/** Characters of an answer that are shown, and kept. */
const MAX_TEXT = 131_072

/** Asks an RDAP server (RFC 9082). A 404 is an answer: nothing is registered. */
export async function askRdap(base: string, { kind, name }: WhoisObject, question: RdapQuestion): Promise<RdapAnswer> {
  return fetchRdap(toRdapUrl(base, { kind, name }), question)
}

/** Where an object stands at a server (RFC 9082 §3.1). */
export function toRdapUrl(base: string, { kind, name }: WhoisObject): string {
  return `${base}${{ domain: 'domain', ip: 'ip', asn: 'autnum' }[kind]}/${name}`
}

/** The same for the address of an object. A server that says it has had enough is left alone as long as it asks for. */
export async function fetchRdap(url: string, { fetcher, signal, timeoutMs, queue }: RdapQuestion): Promise<RdapAnswer> {
  const asked = new URL(url).host
  await queue.enter(asked, { signal, timeoutMs })
  const started = performance.now()
  const fetched = await fetcher.fetch(url, {
    headers: { accept: 'application/rdap+json, application/json' },
    verifiesTls: true,
    signal,
    timeoutMs,
    maxBytes: MAX_KB * 1000,
  })
  const server = new URL(fetched.url).host
  const ms = Math.round(performance.now() - started)
  if (fetched.status === 404) return { server, ...toShownError(fetched.body), ms, rdap: undefined }
  if (fetched.status !== 200) {
    const limited = fetched.status === 429
    const said = readError(fetched.body)
    if (limited) queue.rest(asked, toMilliseconds(fetcher.header(fetched, 'retry-after')))
    throw new AppError('target_failed', {
      reason: {
        en: `${server} answered HTTP ${fetched.status}${limited ? ': its limit is reached' : ''}${said && ` (“${said}”)`}`,
        zh: `${server} 返回 HTTP ${fetched.status}${limited ? '，已达到其查询上限' : ''}${said && `（“${said}”）`}`,
      },
    })
  }
  try {
    const json = toSafe(parseJson(new TextDecoder().decode(fetched.body), BOUNDS))
    const rdap = rdapSchema.parse(json)
    if (rdap.errorCode === 404) return { server, ...toShown(json), ms, rdap: undefined }
    if (!tellsOfObject(rdap)) throw new TypeError('no object')
    return { server, ...toShown(json), ms, rdap }
  } catch (error) {
    if (fetched.isCut)
      throw new AppError('target_failed', {
        reason: { en: `${server} answered more than ${MAX_KB} KB`, zh: `${server} 的应答超过 ${MAX_KB} KB` },
      })
    throw new AppError(
      'target_failed',
      { reason: { en: `${server} gave no valid RDAP answer`, zh: `${server} 未返回有效的 RDAP 应答` } },
      { cause: error },
    )
  }
}

function toShown(json: unknown): Pick<RdapAnswer, 'text' | 'isCut'> {
  const text = toSafeText(JSON.stringify(json, null, 2))
  return { text: text.slice(0, MAX_TEXT), isCut: text.length > MAX_TEXT }
}

/** What a server says of an object that it does not have (RFC 9083 §6); nothing where that is a page. */
function toShownError(body: Uint8Array): Pick<RdapAnswer, 'text' | 'isCut'> {
  try {
    return toShown(toSafe(parseJson(new TextDecoder().decode(body), BOUNDS)))
  } catch {
    return { text: '', isCut: false }
  }
}

/** Foreign JSON with texts that are safe to show; its depth is bounded. */
function toSafe(value: unknown): unknown {
  if (typeof value === 'string') return toSafeText(value)
  if (Array.isArray(value)) return value.map(toSafe)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [toSafeText(key), toSafe(one)]))
}

/** Whether an answer is of an object at all: some servers wrap an error, or nothing but notices, in a 200. */
function tellsOfObject({ errorCode, objectClassName, ...facts }: Rdap): boolean {
  const { entities, events, nameservers, startAddress, startAutnum } = facts
  const told = objectClassName ?? startAddress ?? startAutnum ?? [entities, events, nameservers].find((list) => list?.length)
  return errorCode === undefined && told !== undefined
}

const errorSchema = z.object({ title: z.string().optional().catch(undefined), description: listOf(z.string()) })

/** Why a server answers no question, in its own words (RFC 9083 §6); empty where it gives none. */
export function readError(body: Uint8Array): string {
  try {
    const { title, description } = errorSchema.parse(JSON.parse(Buffer.from(body).toString()))
    return toPlainText(Buffer.from(description?.[0] ?? title ?? ''))
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, 160)
  } catch {
    return '' // a page, or nothing
  }
}

/** What `Retry-After` asks for in seconds (RFC 9110 §10.2.3); a date is not read, as clocks differ. */
function toMilliseconds(text = ''): number | undefined {
  return /^\d{1,6}$/.test(text) ? Number(text) * 1000 : undefined
}

/** The registrar's own RDAP answer that a registry points to; some registries, and registrars, point to themselves. */
export function findRelated({ links = [] }: Rdap, asked: string): string | undefined {
  const found = links.filter(({ rel, type }) => rel?.toLowerCase() === 'related' && type?.toLowerCase().includes('rdap'))
  const own = URL.parse(asked)?.href.toLowerCase()
  return found
    .flatMap(({ href = '' }) => URL.parse(href) ?? [])
    .find((url) => url.protocol === 'https:' && url.href.toLowerCase() !== own)?.href
}

/** The facts of an RDAP answer. */
export function readRdap(rdap: Rdap, kind: WhoisResult['kind']): ParsedWhois & { unicode: string | null; redactions: string[] } {
  const entities = flatten(rdap.entities ?? [])
  const withRole = (role: string) => entities.find(({ roles = [] }) => roles.includes(role))
  const event = (action: string) => toIso(rdap.events?.find(({ eventAction }) => eventAction.toLowerCase() === action)?.eventDate)
  const registrar = withRole('registrar')
  const abuse = withRole('abuse')
  const abuseCard = abuse && readCard(abuse)
  return {
    isRegistered: true,
    unicode: rdap.unicodeName ?? null,
    registrar: registrar
      ? {
          name: readCard(registrar).name ?? readCard(registrar).organization ?? registrar.handle ?? null,
          ianaId: registrar.publicIds?.find(({ type }) => /iana/i.test(type))?.identifier ?? null,
          url: registrar.links?.find(({ rel }) => rel === 'about')?.href ?? null,
        }
      : null,
    created: event('registration'),
    updated: event('last changed'),
    expires: event('expiration') ?? event('registrar expiration'),
    statuses: (rdap.status ?? []).map(toStatus),
    nameServers: (rdap.nameservers ?? []).flatMap(({ ldhName }) => (ldhName ? [ldhName.toLowerCase().replace(/\.$/, '')] : [])),
    isSigned: readSigned(rdap),
    network: kind === 'domain' ? null : readNetwork(rdap),
    abuse: abuseCard?.email || abuseCard?.phone ? { email: abuseCard.email, phone: abuseCard.phone } : null,
    contacts: entities
      .filter(({ roles = [] }) => roles.some((role) => role !== 'registrar'))
      .map((entity) => ({ roles: entity.roles ?? [], ...readCard(entity) }))
      .filter(({ name, organization, country, email, phone }) => name ?? organization ?? country ?? email ?? phone)
      .slice(0, 12),
    redactions: (rdap.redacted ?? []).flatMap(({ name }) => name?.description ?? name?.type ?? []).slice(0, 40),
  }
}

/** Some servers show the DS records and do not say that they sign. */
function readSigned({ secureDNS: { delegationSigned, dsData, keyData } = {} }: Rdap): boolean | null {
  return delegationSigned ?? (dsData?.length || keyData?.length ? true : null)
}

function readNetwork(rdap: Rdap): WhoisResult['network'] {
  const range = rdap.startAddress && rdap.endAddress ? `${rdap.startAddress} - ${rdap.endAddress}` : null
  const numbers =
    rdap.startAutnum === undefined
      ? null
      : rdap.startAutnum === rdap.endAutnum
        ? `AS${rdap.startAutnum}`
        : `AS${rdap.startAutnum} - AS${rdap.endAutnum}`
  return {
    range: range ?? numbers,
    cidrs: rdap.cidr0_cidrs?.length
      ? rdap.cidr0_cidrs.map(({ v4prefix, v6prefix, length }) => `${v4prefix ?? v6prefix}/${length}`)
      : toRangeCidrs(range),
    name: rdap.name ?? null,
    type: rdap.type ?? null,
    country: rdap.country ?? null,
    parent: rdap.parentHandle ?? null,
    originAs: readOrigins(rdap),
  }
}

function readOrigins({
  arin_originas0_originautnums: arin = [],
  lacnic_originAutnum: lacnic = [],
  nicbr_autnum: brazil,
}: Rdap): number[] {
  const written = lacnic.flatMap((text) => /^(?:AS)?(\d{1,10})$/i.exec(text.trim())?.[1] ?? []).map(Number)
  return [...new Set([...arin, ...written, ...(brazil === undefined ? [] : [brazil])])]
}

function flatten(entities: readonly Entity[], depth = 0): Entity[] {
  return depth > 4 ? [] : entities.slice(0, 30).flatMap((entity) => [entity, ...flatten(entity.entities ?? [], depth + 1)])
}

/** RFC 9083 §4.5 asks for a time with its zone; what has less than that, or another form, is read as registries write it elsewhere. */
function toIso(text: string | undefined): string | null {
  if (text === undefined || toDate(text.slice(0, 10)) === null) return toDate(text ?? null)
  if (!/^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/i.test(text)) return toDate(text)
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? toDate(text) : date.toISOString().replace('.000Z', 'Z')
}
