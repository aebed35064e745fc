import { AppError } from '@octet/core/errors.ts'
import { formatAddress } from '@octet/core/ip/address.ts'
import { findReversed } from '@octet/core/ip/reverse-name.ts'
import type { DnsQuestion } from '@octet/core/probe/dns.ts'
import type { Guard } from '../guard/guard.ts'
import { CLOSED_ENDINGS, toAsciiName } from '../guard/names.ts'
import { parseServer, type Ask } from './client.ts'
import type { Name } from './names.ts'
import { findType, TYPES } from './types.ts'

const REFUSED_TYPES = new Set<number>([TYPES.ANY, TYPES.AXFR, TYPES.IXFR, TYPES.OPT])

/** Checks a visitor's question and turns it into what the client sends. */
export function toAsk(question: DnsQuestion, guard: Guard): Ask {
  const {
    server,
    isDnssecOk = false,
    isCheckingDisabled = false,
    isRecursionDesired = true,
    clientSubnet,
    signal,
    timeoutMs,
  } = question
  return {
    name: toQuestionName(question.name, guard),
    type: toQuestionType(question.type),
    server: server ? parseServer(server) : undefined,
    flags: { rd: isRecursionDesired, cd: isCheckingDisabled, ad: true },
    isDnssecOk,
    clientSubnet: clientSubnet || undefined,
    wantsNsid: true,
    signal,
    timeoutMs,
  }
}

/**
 * A name as DNS is asked for it. Names that exist only inside networks are not asked about,
 * since the operator's own resolver might know them.
 */
function toQuestionName(text: string, guard: Guard): Name {
  if (text === '.') return '.'
  const [, star = '', rest = text] = /^(\*\.)?(.*?)\.?$/s.exec(text) ?? []
  const name = toAsciiName(rest)
  const closed = CLOSED_ENDINGS.find((ending) => name === ending || name.endsWith(`.${ending}`))
  const reversed = findReversed(name)
  // a reverse zone of at least a whole private block; shorter ones hold public addresses too
  const isInside = reversed !== undefined && reversed.prefix >= 8 && !guard.isOpen(formatAddress(reversed))
  if (!closed && !isInside) return `${star}${name}.`
  throw new AppError('refused_target', {
    got: name,
    reason: { en: 'such names exist only inside a network', zh: '此类名称只存在于内部网络' },
  })
}

export function toQuestionType(text: string): number {
  const type = findType(text)
  if (type !== undefined && !REFUSED_TYPES.has(type)) return type
  throw new AppError('bad_input', {
    field: 'type',
    expected: { en: 'a record type such as A, MX or TYPE65', zh: '记录类型，如 A、MX 或 TYPE65' },
    got: text.slice(0, 40),
  })
}
