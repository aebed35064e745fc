import { availableParallelism } from 'node:os'
import { readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parse as parseYaml } from 'yaml'
import * as z from 'zod'
import { findCountry } from '@octet/core/geo/countries.ts'
import { parseCidr } from '@octet/core/ip/cidr.ts'
import { findMisspelt, type Misspelt } from './find-misspelt.ts'
import { findUnreadable } from './find-unreadable.ts'
import { PERSONALITIES } from './personalities/personality-id.ts'
import { serviceUrl } from './service-url.ts'
import { findUnknownMode, toVerifiedMode } from './verified-mode.ts'
import { brandSchema } from '@octet/core/brand-schema.ts'
import { billingSchema } from './domain/billing/billing-schema.ts'
import { hasWholePlace } from './domain/points/whole-place.ts'
import { MODALS } from './domain/modals.ts'
import { dnsLeakSchema } from './domain/dns-leak/leak-schema.ts'
import { stunSchema } from './domain/stun/stun-schema.ts'
import { productsSchema } from '@octet/data/products/products-schema.ts'
import { updatesSchema } from '@octet/data/updates-schema.ts'
import { mirrorFromSchema, mirrorSchema } from './domain/downloads/update-schema.ts'
import { DEFAULT_PLANS, planSchema } from './domain/plan/plan-schema.ts'

const cidr = z.string().refine(isCidr, { error: 'expected an address or a CIDR such as 10.0.0.0/8' })
/** One that can stand in a header among others. */
const PLAIN_HOST = /^(?:[a-z\d.-]+|\[[\da-f:.]+\])(?::\d+)?$/
const origin = z
  .string()
  .refine((text) => isOrigin(text) && PLAIN_HOST.test(new URL(text).host), {
    error: 'expected an origin such as https://ipv4.octet.example',
  })
  .transform((text) => new URL(text).origin)
const contact = z.object({ name: z.string(), value: z.string() })
/** A figure that the operator vouches for, in both languages. */
const claim = z.strictObject({
  value: z.string().max(20),
  label: z.strictObject({ en: z.string().max(80), zh: z.string().max(80) }),
})

/** The operator's file, YAML or JSON. Everything in it is optional. */
export const operatorSchema = z.strictObject({
  brand: brandSchema.prefault({}),
  /** Sender of mails; see `toSender` for what is left out. */
  mailFrom: z
    .string()
    .regex(/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
      error: 'expected a sender such as Octet <no-reply@example.org>',
    })
    .optional(),
  /** SPEC §3 userData. */
  contacts: z
    .strictObject({
      phone: z.array(contact).default([]),
      email: z.array(contact).default([]),
      qq: z.array(contact).default([]),
      qq_code: z.array(contact).default([]),
      wx_code: z.array(contact).default([]),
    })
    .prefault({}),
  /** Ids of tools that are switched off. */
  disabledTools: z.array(z.string()).default([]),
  /** Modals that are switched off. */
  disabledModals: z.array(z.enum(MODALS)).default([]),
  plans: z
    .array(planSchema)
    .min(1)
    .refine((plans) => new Set(plans.map(({ id }) => id)).size === plans.length, { error: 'expected every id once' })
    .prefault(DEFAULT_PLANS),
  billing: billingSchema.prefault({}),
  databases: productsSchema.prefault({}),
  updates: updatesSchema.prefault({}),
  /** Builds come from there in place of own updates. */
  mirrorFrom: mirrorFromSchema.optional(),
  mirror: mirrorSchema.prefault({}),
  /** Figures on the pages of the data service that nothing here measures, such as customers or points; none unless given. */
  claims: z.array(claim).max(6).default([]),
  /** Other services whose clients are understood. */
  personalities: z
    .strictObject({
      /** Hosts on which every call is in a service's form, such as `{ api.ip2location.example: ip2location }`. */
      hosts: z.record(z.string().toLowerCase(), z.enum(PERSONALITIES)).default({}),
    })
    .prefault({}),
  /** Proxies whose X-Forwarded-For is believed, counted from the right. */
  trustedProxies: z.array(cidr).default([]),
  /** Ranges that the egress guard lets through although they are not public. */
  allowTargets: z.array(cidr).default([]),
  /** Ranges that it refuses although they are public: those whose owners want no probes, a NAT64 prefix of your own, your public addresses behind NAT. */
  refuseTargets: z.array(cidr).default([]),
  /** This server as a monitoring point; its place comes from the address data unless it is said here. */
  point: z
    .strictObject({
      isEnabled: z.boolean().default(true),
      name: z.string().min(1).max(60).optional(),
      country: z
        .string()
        .refine((code) => findCountry(code)?.code === code, { error: 'expected a country code such as DE' })
        .optional(),
      city: z.string().max(100).optional(),
      latitude: z.number().min(-90).max(90).optional(),
      longitude: z.number().min(-180).max(180).optional(),
      tags: z.array(z.string()).default(['server']),
    })
    .refine(hasWholePlace, { error: 'expected latitude and longitude together' })
    .prefault({}),
  /** Name servers for lookups, `address` or `address:port`; the system's own unless given. */
  nameServers: z
    .array(
      z.string().refine(isServer, { error: 'expected a name server such as 192.0.2.53, 192.0.2.53:5353 or [2001:db8::53]:53' }),
    )
    .default([]),
  /** The DNS leak test of `/networktest`; none unless given. */
  dnsLeak: dnsLeakSchema.optional(),
  stun: stunSchema.optional(),
  /** This site under names that have addresses of one family alone, so that visitors see themselves by both. */
  familyHosts: z.strictObject({ ipv4: origin.optional(), ipv6: origin.optional() }).prefault({}),
  limits: z
    .strictObject({
      /** Units per second and client that are refilled; one address (IPv4) or one /64 (IPv6) is one client. */
      unitsPerSecond: z.number().positive().default(20),
      /** Units that may be taken at once. */
      burst: z.number().int().positive().default(400),
    })
    .prefault({}),
})

export type OperatorConfig = z.infer<typeof operatorSchema>

/** Where `npm run build` puts the site. */
const WEB_FOLDER = resolve(import.meta.dirname, '../../web/dist')

/** A number in decimal digits, with one sentence for whatever else comes. */
function inRange(from: number, to: number) {
  return decimal(/^\d*\.?\d+$/, from, to, `expected a number of ${from}–${to}`)
}

function wholeNumber(from: number, to: number) {
  return decimal(/^\d+$/, from, to, `expected a whole number of ${from}–${to}`)
}

function decimal(form: RegExp, from: number, to: number, error: string) {
  return z
    .string()
    .trim()
    .regex(form, { error, abort: true })
    .transform(Number)
    .refine((value) => value >= from && value <= to, { error })
}

export const environmentSchema = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_ORIGIN: z
    .string()
    .refine(isOrigin, { error: 'expected an origin such as https://octet.example.org, without a path' })
    .optional(),
  OCTET_VAR: z.string().min(1).default('var'),
  OCTET_PROCESSES: wholeNumber(1, 256).optional(),
  OCTET_CONFIG: z.string().optional(),
  OCTET_TOOLS: z.string().optional(),
  OCTET_WEB_DIST: z.string().optional(),
  DATABASE_URL: serviceUrl({
    schemes: ['postgres:', 'postgresql:'],
    example: 'postgres://octet:password@db.example.org:5432/octet',
    hasSocket: true,
  }).optional(),
  REDIS_URL: serviceUrl({
    schemes: ['redis:', 'rediss:'],
    example: 'redis://redis.example.org:6379',
    hasSocket: true,
  })
    .refine(hasDatabaseNumber, {
      error: 'expected the number of a database behind the host, as in redis://redis.example.org:6379/1',
    })
    .optional(),
  SMTP_URL: serviceUrl({
    schemes: ['smtp:', 'smtps:'],
    example: 'smtp://octet:password@mail.example.org:587',
  }).optional(),
  /** Where `/metrics` is served; nowhere unless given. */
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  /** Where spans go, by OTLP over HTTP; nowhere unless given. The names are OpenTelemetry's own. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'expected an address such as http://127.0.0.1:4318' })
    .optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('octet'),
  /** Part of the requests that is traced when the caller has not decided. */
  OTEL_TRACES_SAMPLER_ARG: inRange(0, 1).default(1),
  /** A line for every answered request. */
  LOG_REQUESTS: z.stringbool().default(false),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

export type TraceOptions = {
  /** Without a slash at the end. */
  readonly endpoint: string
  readonly serviceName: string
  /** From 0 to 1. */
  readonly sampled: number
}

export type Config = {
  readonly port: number
  readonly host: string
  /** Origin for links that leave this server (mail, sitemap, canonical), without a slash at the end. */
  readonly publicOrigin: string
  /** Folder of everything that is written: data files, outbox, database. */
  readonly varFolder: string
  readonly processes: number
  /** Folders with tools of the operator's own, beside the built-in ones. */
  readonly toolFolders: readonly string[]
  /** Folder of the built site. */
  readonly webFolder: string
  readonly databaseUrl: string | undefined
  readonly redisUrl: string | undefined
  readonly smtpUrl: string | undefined
  /** Where `/metrics` is served; undefined for nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  /** Where spans go; undefined for nowhere. */
  readonly traces: TraceOptions | undefined
  readonly logRequests: boolean
  readonly logLevel: z.infer<typeof environmentSchema>['LOG_LEVEL']
  readonly operator: OperatorConfig
  readonly misspelt: readonly Misspelt[]
}

/** A setting that cannot be used; the message says what was expected and what came. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads and checks the environment and the operator's file, once. Throws {@link ConfigError}. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const values = check(environmentSchema, filled, (path) => path)
  refuseSamePort(values)
  refuseUnreadable(values)
  const operator = check(operatorSchema, readOperatorFile(values.OCTET_CONFIG), (path) => `${values.OCTET_CONFIG}: ${path}`)
  return {
    port: values.PORT,
    host: values.HOST,
    // As browsers write it: passkeys and forms compare.
    publicOrigin: values.PUBLIC_ORIGIN
      ? new URL(values.PUBLIC_ORIGIN).origin
      : `http://${values.HOST.includes(':') ? `[${values.HOST}]` : values.HOST}:${values.PORT}`,
    varFolder: resolve(values.OCTET_VAR),
    processes: values.OCTET_PROCESSES ?? availableParallelism(),
    webFolder: resolve(values.OCTET_WEB_DIST ?? WEB_FOLDER),
    toolFolders: (values.OCTET_TOOLS?.split(':').filter(Boolean) ?? []).map(toToolFolder),
    databaseUrl: values.DATABASE_URL && toVerifiedMode(values.DATABASE_URL),
    redisUrl: values.REDIS_URL,
    smtpUrl: values.SMTP_URL,
    metrics: values.METRICS_PORT === undefined ? undefined : { host: values.METRICS_HOST, port: values.METRICS_PORT },
    traces: toTraceOptions(values),
    logRequests: values.LOG_REQUESTS,
    logLevel: values.LOG_LEVEL,
    operator,
    misspelt: findMisspelt(Object.keys(filled), Object.keys(environmentSchema.shape)),
  }
}

function toTraceOptions(values: z.infer<typeof environmentSchema>): TraceOptions | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName, OTEL_TRACES_SAMPLER_ARG: sampled } = values
  return endpoint === undefined ? undefined : { endpoint: endpoint.replace(/\/+$/, ''), serviceName, sampled }
}

/** Looked for here, as neither port is taken yet when each is tried by itself. */
function refuseSamePort({ PORT, HOST, METRICS_PORT, METRICS_HOST }: z.infer<typeof environmentSchema>): void {
  const meet = HOST === METRICS_HOST || [HOST, METRICS_HOST].some((host) => host === '0.0.0.0' || host === '::')
  if (PORT > 0 && PORT === METRICS_PORT && meet)
    throw new ConfigError(`METRICS_PORT: expected another port than that of PORT, got ${METRICS_PORT}`)
}

function refuseUnreadable({ DATABASE_URL }: z.infer<typeof environmentSchema>): void {
  if (DATABASE_URL === undefined) return
  const unknown = findUnknownMode(DATABASE_URL)
  if (unknown) throw new ConfigError(`DATABASE_URL: expected sslmode to be one of ${unknown.known}, got ${unknown.mode}`)
  const found = findUnreadable(DATABASE_URL)
  if (!found) return
  const { name, path, code } = found
  throw new ConfigError(`DATABASE_URL: expected ${name} to name a file that this user may read, got ${path} (${code})`)
}

function toToolFolder(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path
  throw new ConfigError(`OCTET_TOOLS: expected folders with tools, parted by colons, got ${path}, where there is none`)
}

function readOperatorFile(path: string | undefined): unknown {
  if (!path) return {}
  try {
    return parseYaml(readFileSync(path, 'utf8')) ?? {}
  } catch (cause) {
    // The first line says what and where; the next ones would show a part of the file, which may be a secret.
    const [what] = (cause as Error).message.split(/:?\n/)
    throw new ConfigError(`OCTET_CONFIG: expected a file in YAML or JSON, cannot read ${path}: ${what}`, { cause })
  }
}

/** Settings whose value is not shown, not even when it is wrong. */
const SECRET_SETTING = /secret|key$|password|token|_URL$|_ENDPOINT$/i

function check<T>(schema: z.ZodType<T>, value: unknown, toName: (path: string) => string): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map((issue) => {
    const got = issue.path.reduce<unknown>((part, key) => (part as Record<PropertyKey, unknown> | undefined)?.[key], value)
    const expected = issue.message.replace(/^(?:Invalid input|Invalid option|Too small|Too big): (?=expected )/, '')
    const came = describeGot(issue, got)
    // What came is said once: by the library where its value is not shown, else behind its words.
    const words = came ? expected.replace(/, received \S+$/, '') : expected
    return `${toName(issue.path.join('.') || 'file')}: ${words}${came}${describeKnown(schema, issue)}`
  })
  throw new ConfigError(lines.join('\n'))
}

/** The settings that there are where one was written that is none. */
function describeKnown(schema: z.ZodType, issue: z.core.$ZodIssue): string {
  if (issue.code !== 'unrecognized_keys') return ''
  type Node = { properties?: Record<string, Node>; additionalProperties?: Node }
  let node: Node | undefined = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node
  for (const key of issue.path) node = node?.properties?.[String(key)] ?? node?.additionalProperties
  const names = Object.keys(node?.properties ?? {})
  return names.length > 0 ? `; there are ${names.join(', ')}` : ''
}

/** What came, unless it is a secret or may hold one: a group of settings, or what stands in the place of a group. */
function describeGot(issue: z.core.$ZodIssue, got: unknown): string {
  const isGroup = typeof got === 'object' || (issue.code === 'invalid_type' && issue.expected === 'object')
  if (isGroup || got === undefined) return ''
  const isSecret = issue.path.some((part) => SECRET_SETTING.test(String(part)))
  return `, got ${isSecret ? 'another' : JSON.stringify(got)}`
}

/** Pages, calls and links begin at the root of their host, so nothing may stand behind it. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return false
  return url.pathname === '/' && url.search + url.hash + url.username === ''
}

/** Redis names its databases by numbers alone (SELECT). */
function hasDatabaseNumber(redisUrl: string): boolean {
  return redisUrl.startsWith('/') || /^(?:\/\d{0,5})?$/.test(URL.parse(redisUrl)?.pathname ?? '')
}

function isServer(text: string): boolean {
  const [, bracketed, plain = '', port = '53'] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  return isIP(text) !== 0 || (isIP(bracketed ?? plain) !== 0 && Number(port) > 0 && Number(port) <= 65_535)
}

function isCidr(text: string): boolean {
  try {
    parseCidr(text)
    return true
  } catch {
    return false
  }
}
