import { AppError, isAppError, toErrorMessage } from '@octet/core/errors.ts'
import type { WhoisResult } from '@octet/core/probe/whois.ts'
import type { Lang } from '@octet/core/text.ts'
import * as z from 'zod'
import { readNames } from '../../lib/name-list.ts'
import { parseWhoisObject } from '../whois/object.ts'

const nullable = z.string().nullable()

export const registrationRowSchema = z.object({
  name: z.string().meta({ label: { en: 'Name', zh: '域名' } }),
  unicode: nullable.meta({ label: { en: 'Readable name', zh: '可读名称' } }),
  state: z.enum(['waiting', 'registered', 'free', 'unknown', 'failed']).meta({
    label: { en: 'Registration', zh: '注册' },
    options: {
      waiting: { en: 'waiting', zh: '等待中' },
      registered: { en: 'registered', zh: '已注册' },
      free: { en: 'not registered', zh: '未注册' },
      unknown: { en: 'not known', zh: '未知' },
      failed: { en: 'failed', zh: '失败' },
    },
  }),
  registrar: nullable.meta({ label: { en: 'Registrar', zh: '注册商' } }),
  created: nullable.meta({ label: { en: 'Created', zh: '注册时间' } }),
  expires: nullable.meta({ label: { en: 'Expires', zh: '到期时间' } }),
  daysLeft: z
    .number()
    .nullable()
    .meta({ label: { en: 'Days left', zh: '剩余天数' } }),
  statuses: z.array(z.string()).meta({ label: { en: 'Status', zh: '状态' } }),
  nameServers: z.array(z.string()).meta({ label: { en: 'Name servers', zh: '域名服务器' } }),
  isSigned: z
    .boolean()
    .nullable()
    .meta({ label: { en: 'DNSSEC', zh: 'DNSSEC' } }),
  source: z
    .enum(['rdap', 'whois'])
    .nullable()
    .meta({
      label: { en: 'Source', zh: '来源' },
      options: { rdap: { en: 'RDAP', zh: 'RDAP' }, whois: { en: 'WHOIS', zh: 'WHOIS' } },
    }),
  askedAt: nullable.meta({ label: { en: 'Asked at', zh: '查询时间' } }),
  error: nullable.meta({ label: { en: 'Problem', zh: '问题' } }),
})
export type RegistrationRow = z.infer<typeof registrationRowSchema>

const EMPTY: Omit<RegistrationRow, 'name'> = {
  unicode: null,
  state: 'waiting',
  registrar: null,
  created: null,
  expires: null,
  daysLeft: null,
  statuses: [],
  nameServers: [],
  isSigned: null,
  source: null,
  askedAt: null,
  error: null,
}

/**
 * A row for each registration that a list names, before anything is asked: names below the same one share a row, and what is no
 * name says so. Throws `bad_input`, `too_large`.
 */
export function toRows(text: string, lang: Lang): RegistrationRow[] {
  const rows = readNames(text).map((name) => {
    try {
      return { ...EMPTY, name: toRegistrable(name) }
    } catch (error) {
      return { ...EMPTY, name: name.slice(0, 300), ...toFailed(error, lang) }
    }
  })
  return [...new Map(rows.map((row) => [row.name, row])).values()]
}

function toRegistrable(name: string): string {
  const object = parseWhoisObject(name, false)
  if (object.kind === 'domain' && object.name.includes('.')) return object.name
  throw new AppError('bad_domain', {
    got: name.slice(0, 100),
    reason: { en: 'a list holds domains only', zh: '批量查询仅支持域名' },
  })
}

/** What a known error makes of a row. */
export function toFailed(error: unknown, lang: Lang): Pick<RegistrationRow, 'state' | 'error'> {
  if (!isAppError(error) || error.key === 'cancelled') throw error
  return { state: 'failed', error: toErrorMessage(error, lang) }
}

/** What registries say of a name, in a row; where that is nothing, why. */
export function toRow(result: WhoisResult, lang: Lang): RegistrationRow {
  const { query, unicode, isRegistered, registrar, created, expires, daysLeft, statuses, nameServers, isSigned, notes } = result
  return {
    name: query,
    unicode: unicode === query ? null : unicode,
    state: isRegistered === null ? 'unknown' : isRegistered ? 'registered' : 'free',
    registrar: registrar?.name ?? registrar?.url ?? null,
    created,
    expires,
    daysLeft,
    statuses: statuses.map(({ code }) => code),
    nameServers,
    isSigned,
    source: result.source,
    askedAt: result.askedAt,
    error: isRegistered === null ? (notes[0]?.[lang] ?? null) : null,
  }
}
