import type { IncomingMessage, ServerResponse } from 'node:http'
import { toEnvelope, toFailure, type Envelope } from '@octet/core/envelope.ts'
import { AppError, isAppError } from '@octet/core/errors.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import type { AnyTool } from '@octet/core/tool.ts'
import { findTool } from '@octet/tools/registry.ts'
import { answerTool } from '@octet/tools/run.ts'

export type ApiCall = {
  readonly path: string
  readonly method: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A record with a place, for pages that show one. Documentation address of RFC 5737. */
export const OWN_RECORD: IpRecord = {
  ip: '203.0.113.42',
  country_code: 'NL',
  country_name: 'Netherlands',
  country_capital: 'Amsterdam',
  region_name: 'North Holland',
  region_code: 'NL-NH',
  city_name: 'Amsterdam',
  latitude: 52.374,
  longitude: 4.8897,
  zip_code: '1012',
  is_eu: true,
  calling_code: '+31',
  country_flag: '/flags/nl.svg',
  weather_station_code: null,
  weather_station_name: null,
  elevation: null,
  ASN: {
    asn: 64500,
    asn_name: 'EXAMPLE-NET',
    domain: 'example.net',
    usage_type: 'hosting',
    isp: 'Example Networks',
    organization: 'Example Networks',
  },
  time_zone: { name: 'Europe/Amsterdam', offset: '+01:00', current_time: '2026-01-02T04:04:05+01:00' },
  currency: { code: 'EUR', name: 'Euro', symbol: '€' },
  is_proxy: false,
  proxy_data: { is_vpn: false, is_tor: false, is_data_center: true, is_proxy: false, is_relay: false, is_hosting: true },
  start_ip: '203.0.113.0',
  end_ip: '203.0.113.255',
  network: '203.0.113.0/24',
  accuracy_radius: 50,
  special: null,
  sources: [{ id: 'test', fields: ['city_name'], date: '2026-01-01' }],
  missing: { weather_station_code: 'not_in_data' },
  build: 'test-1',
}

/** Whoever has a token. */
const USER = {
  name: '13800000000',
  email: 'user@example.com',
  phone: '13800000000',
  channel: '',
  unread: 0,
  role: 'user',
  second_factor: false,
  mail_lang: 'en',
}

/** The calls of the site, answered from memory: initial data, own address, and every tool that needs no network. */
export function createFakeApi() {
  const calls: ApiCall[] = []
  /** Those that were asked for: to load all of them takes longer than the tests of many a file. */
  const tools = new Map<string, Promise<AnyTool | undefined>>()

  function getTool(id: string): Promise<AnyTool | undefined> {
    const tool = tools.get(id) ?? findTool(id)
    tools.set(id, tool)
    return tool
  }

  async function run(id: string, input: unknown): Promise<Envelope<unknown> | undefined> {
    const tool = await getTool(id)
    if (!tool) return undefined
    const host = {
      signal: AbortSignal.timeout(5000),
      lang: 'en' as const,
      now: () => new Date(),
      random: (sizeBytes: number) => crypto.getRandomValues(new Uint8Array(sizeBytes)),
      ip: {
        lookup: (address: string) => ({ ...OWN_RECORD, ip: address }),
        resolve: async () => ['203.0.113.42'],
        self: '203.0.113.42',
      },
    }
    try {
      return toEnvelope(await answerTool(tool, input, host))
    } catch (error) {
      return toFailure(isAppError(error) ? error : new AppError('internal', { requestId: 'test' }), 'en')
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString()
    const path = request.url ?? ''
    calls.push({ path, method: request.method ?? '', headers: request.headers, body })
    const id = path.startsWith('/v1/tools/') ? path.slice('/v1/tools/'.length) : undefined
    const envelope = id ? await run(id, JSON.parse(body)) : answerCall(path, request)
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(envelope ?? toFailure(new AppError('not_found', { path }), 'en')))
  }
  return { calls, run, answer }
}

function answerCall(path: string, request: IncomingMessage): Envelope<unknown> {
  switch (path) {
    case '/v1/web_init':
      return toEnvelope({ userData: { email: [{ name: 'Desk', value: 'desk@example.com' }] }, build_id: 'test-1' })
    case '/v1/ip_self_search':
      return toEnvelope(OWN_RECORD)
    case '/v1/user_info':
      return request.headers.token === 'ended' ? toFailure(new AppError('session_ended'), 'en') : toEnvelope({ user: USER })
    default:
      return toFailure(new AppError('not_found', { path }), 'en')
  }
}
