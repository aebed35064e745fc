import * as z from 'zod'
import type { Caller, EndpointContext } from '@octet/core/endpoint.ts'
import { AppError, isAppError, toFailureWords, type ErrorKey } from '@octet/core/errors.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { whoisResultSchema, type WhoisResult } from '@octet/core/probe/whois.ts'
import type { AnyTool } from '@octet/core/tool.ts'
import { joinText } from '@octet/core/text.ts'
import host from '@octet/tools/lookup/host/tool.ts'
import whois from '@octet/tools/lookup/whois/tool.ts'
import userAgent from '@octet/tools/web/user-agent/tool.ts'
import { toToolCost } from '@octet/tools/run.ts'
import type { IpService } from '../domain/ip-service.ts'
import { PROOF_HEADER } from './proof/probe-gate.ts'
import { startTool, takeLast } from './serve-tool.ts'

/** What a record can be given beside what the address data say, and the tool that finds it out. */
const EXTRA_TOOLS = { hostname: host, abuse: whois, whois, user_agent: userAgent, names: undefined } as const
export type Extra = keyof typeof EXTRA_TOOLS
const EXTRAS = Object.keys(EXTRA_TOOLS) as Extra[]

const inBoth = z.object({ en: z.string().nullable(), zh: z.string().nullable() })

/** The fields of the extras; only those are there that were asked for. */
export const extrasSchema = z.object({
  hostname: z
    .string()
    .nullable()
    .describe(
      joinText({
        en: 'The name that was asked for, whose first address answers; else, with include=hostname, the first of `reverse`',
        zh: '查询的名称，以其第一个地址回答；否则在 include=hostname 时为 `reverse` 的第一项',
      }),
    ),
  reverse: z
    .object({
      names: z.array(z.string()),
      is_confirmed: z
        .boolean()
        .nullable()
        .describe(
          joinText({
            en: 'Whether a name leads back to the address; null where that is not known',
            zh: '是否有名称能解析回该地址；未知时为 null',
          }),
        ),
    })
    .nullable()
    .describe(joinText({ en: 'include=hostname: names in reverse DNS (PTR)', zh: 'include=hostname：反向 DNS（PTR）中的名称' })),
  abuse: z
    .object({
      email: z.string().nullable(),
      phone: z.string().nullable(),
      network: z
        .array(z.string())
        .describe(joinText({ en: 'What the registry gave away as one, as CIDR', zh: '注册局一次分配的地址块（CIDR）' })),
      name: z
        .string()
        .nullable()
        .describe(joinText({ en: 'Name of that network', zh: '该网络的名称' })),
      country_code: z.string().nullable(),
    })
    .nullable()
    .describe(
      joinText({
        en: 'include=abuse: where the registry says that abuse is to be reported',
        zh: 'include=abuse：注册局登记的滥用举报联系方式',
      }),
    ),
  whois: whoisResultSchema.nullable().describe(
    joinText({
      en: 'include=whois: what the registry says, as POST /v1/get_whois',
      zh: 'include=whois：注册局的登记信息，同 POST /v1/get_whois',
    }),
  ),
  user_agent: userAgent.output.nullable().describe(
    joinText({
      en: 'include=user_agent: the User-Agent of this call, taken apart',
      zh: 'include=user_agent：解析本次调用的 User-Agent',
    }),
  ),
  names: z
    .object({ country_name: inBoth, country_capital: inBoth, region_name: inBoth, city_name: inBoth, currency_name: inBoth })
    .describe(
      joinText({
        en: 'include=names: names in both languages, whatever `lang` says',
        zh: 'include=names：两种语言的名称，与 `lang` 无关',
      }),
    ),
  problems: z.record(z.string(), z.string()).describe(
    joinText({
      en: 'Why what was asked for could not be had, by its name; left out when all could',
      zh: '按名称列出未能取得的原因；全部取得时没有此项',
    }),
  ),
})
type Extras = Partial<z.output<typeof extrasSchema>>
export type AbuseContact = NonNullable<Extras['abuse']>

/** Errors of asking for extras, beside those of the record. */
export const EXTRAS_ERRORS = ['bad_input', 'tool_off', 'proof_wanted', 'proof_wrong'] as const satisfies readonly ErrorKey[]

export const includeField = z
  .string()
  .max(100)
  .optional()
  .describe(
    joinText({
      en: `More than the address data say, asked for now: ${EXTRAS.join(', ')}, by comma`,
      zh: `地址数据以外的内容，现时查询：${EXTRAS.join('、')}，以逗号分隔`,
    }),
  )

/** Milliseconds for what others are asked: the record itself must not wait longer. */
const ASK_MS = 6_000

/** The names in a list of extras, each once. Throws `bad_input` for one that there is not. */
export function readExtras(list: string | undefined): Extra[] {
  const names = (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const stray = names.find((name) => !(EXTRAS as string[]).includes(name))
  if (stray !== undefined) throw new AppError('bad_input', { field: 'include', expected: EXTRAS.join(', '), got: stray })
  return EXTRAS.filter((extra) => names.includes(extra))
}

/** The extra that a field of a record is part of, if any. */
export function findExtra(field: string): Extra | undefined {
  const [head] = field.split('.')
  return head === 'reverse' ? 'hostname' : EXTRAS.find((extra) => extra === head)
}

/** Units of the allowance that extras take beside those of the lookup. */
export function toExtrasCost(extras: readonly Extra[]): number {
  const tools = toTools(extras).filter((tool) => tool.needs?.includes('probe'))
  return tools.reduce((sum, tool) => sum + toToolCost(tool, { target: '192.0.2.1' }), 0)
}

type Context = Pick<EndpointContext<unknown>, 'services' | 'header' | 'signal'> & {
  readonly caller: Pick<Caller, 'address' | 'lang' | 'keyId'>
}
type Wanted = { readonly extras: readonly Extra[]; readonly ip: IpService; readonly record: IpRecord }

/**
 * What tools of this server say of an address, to stand beside its record. What cannot be had is null, and `problems` says
 * why. Throws `tool_off`, `proof_wanted`, `proof_wrong`.
 */
export async function findExtras({ extras, ip, record }: Wanted, context: Context): Promise<Extras> {
  if (extras.length === 0) return {}
  const { services, caller, header } = context
  const tools = toTools(extras)
  if (tools.some(({ id }) => services.switches.isOff(id))) throw new AppError('tool_off')
  const units = toExtrasCost(extras)
  if (units > 0)
    await services.probeGate.pass({
      caller,
      units,
      headers: { [PROOF_HEADER]: header(PROOF_HEADER) },
      isKnown: async () => caller.keyId !== undefined,
    })

  const problems: Record<string, string> = {}
  const ask = async <T>(tool: AnyTool, input: unknown): Promise<T | null> => {
    const limit = AbortSignal.timeout(ASK_MS)
    const signal = AbortSignal.any([context.signal, limit])
    try {
      return ((await takeLast(startTool(tool, input, { services, caller, signal }))) ?? null) as T | null
    } catch (error) {
      if (!isAppError(error) || context.signal.aborted) throw error
      const told = limit.aborted ? new AppError('timed_out', { limit: ASK_MS }) : error
      for (const extra of extras) if (EXTRA_TOOLS[extra] === tool) problems[extra] = toFailureWords(told, caller.lang)
      return null
    }
  }
  const [found, registered, agent] = await Promise.all([
    tools.includes(host) ? ask<z.output<typeof host.output>>(host, { target: record.ip }) : null,
    tools.includes(whois) ? ask<WhoisResult>(whois, { target: record.ip }) : null,
    tools.includes(userAgent) && header('user-agent')
      ? ask<z.output<typeof userAgent.output>>(userAgent, { text: header('user-agent')?.slice(0, 4_096) })
      : null,
  ])
  const row = found?.addresses[0]
  if (row?.problem) problems['hostname'] = row.problem
  const parts: Extras = {
    hostname: row?.names[0] ?? null,
    abuse: registered && toAbuse(registered),
    whois: registered,
    user_agent: agent,
    ...(extras.includes('names') && { names: toNames(ip, record) }),
  }
  return {
    ...Object.fromEntries(extras.map((extra) => [extra, parts[extra]])),
    ...(tools.includes(host) && { reverse: row && !row.problem ? { names: row.names, is_confirmed: row.isConfirmed } : null }),
    ...(Object.keys(problems).length > 0 && { problems }),
  }
}

/** The tools behind some extras, each once. */
function toTools(extras: readonly Extra[]): AnyTool[] {
  return [...new Set(extras.flatMap((extra): AnyTool[] => (EXTRA_TOOLS[extra] ? [EXTRA_TOOLS[extra]] : [])))]
}

function toAbuse({ abuse, network }: WhoisResult): AbuseContact {
  return {
    email: abuse?.email ?? null,
    phone: abuse?.phone ?? null,
    network: network?.cidrs ?? [],
    name: network?.name ?? null,
    country_code: network?.country ?? null,
  }
}

function toNames(ip: IpService, { ip: address }: IpRecord): NonNullable<Extras['names']> {
  const [en, zh] = [ip.lookup(address, 'en'), ip.lookup(address, 'zh')]
  const both = (pick: (record: IpRecord) => string | null) => ({ en: pick(en), zh: pick(zh) })
  return {
    country_name: both((record) => record.country_name),
    country_capital: both((record) => record.country_capital),
    region_name: both((record) => record.region_name),
    city_name: both((record) => record.city_name),
    currency_name: both(({ currency }) => currency.name),
  }
}
