import { AppError } from '@octet/core/errors.ts'
import { formatAddress } from '@octet/core/ip/address.ts'
import { findReversed } from '@octet/core/ip/reverse-name.ts'
import type { Text } from '@octet/core/text.ts'
import type { Guard } from '../guard/guard.ts'
import { CLOSED_ENDINGS, toAsciiName, toShown } from '../guard/names.ts'
import { DnsFormatError } from './format-error.ts'
import { fromLabels, toLabels, toNormalName, writeName, type Name } from './names.ts'

/** Labels of classless reverse zones hold a slash (RFC 2317 §4). */
const CLASSLESS = /^[a-z0-9_/.-]+\.(?:in-addr|ip6)\.arpa\.?$/i
const REVERSE_LABELS = 34

/**
 * A name as DNS is asked for it: as people spell hosts, or as zone files spell anything else (`my\032printer._ipp._tcp.example.com`,
 * `1.0/25.2.0.192.in-addr.arpa`). Names that exist only inside networks are not asked about, since the operator's own resolver
 * might know them.
 *
 * @throws {AppError} `bad_domain`, `refused_target`
 */
export function toQuestionName(text: string, guard: Guard): Name {
  if (text === '.') return '.'
  const name = text.includes('\\') || (text.includes('/') && CLASSLESS.test(text)) ? readEscaped(text) : readHost(text)
  const bare = name.slice(0, -1)
  const isClosed = CLOSED_ENDINGS.some((ending) => bare === ending || bare.endsWith(`.${ending}`))
  if (!isClosed && !isReverseInside(bare, guard)) return name
  throw new AppError('refused_target', {
    got: toShown(bare),
    reason: { en: 'such names exist only inside a network', zh: '此类名称只存在于内部网络' },
  })
}

function readHost(text: string): Name {
  const [, star = '', rest = text] = /^(\*\.)?(.*?)\.?$/s.exec(text) ?? []
  return `${star}${toAsciiName(rest)}.`
}

/** Escapes as in a zone file (RFC 1035 §5.1); what they stand for is written in one way. */
function readEscaped(text: string): Name {
  if (!/^(?:[\u0021-\u005b\u005d-\u007e]|\\(?:[01]\d\d|2[0-4]\d|25[0-5]|[\u0020-\u002f\u003a-\u007e]))+$/.test(text))
    throw bad(text, {
      en: 'an escape is a backslash and three digits up to 255, or one character',
      zh: '转义须为反斜杠加三位数字（至多 255）或一个字符',
    })
  const labels = toLabels(text)
  const last = Buffer.from(labels.at(-1) ?? []).toString('latin1')
  if (!/^[a-z][a-z0-9-]*$/i.test(last)) throw bad(text, { en: 'its last label is no top-level domain', zh: '最后一段不是顶级域' })
  const name = toNormalName(fromLabels(labels))
  try {
    writeName(name)
  } catch (error) {
    if (error instanceof DnsFormatError) throw bad(text, error.reason)
    throw error
  }
  return name
}

/** In a reverse zone of at least a whole private block; shorter ones hold public addresses too. */
function isReverseInside(name: string, guard: Guard): boolean {
  const labels = name.split('.').slice(-REVERSE_LABELS)
  const zones = labels.map((_, index) => findReversed(labels.slice(index).join('.')))
  const deepest = zones.find((zone) => zone !== undefined)
  return deepest !== undefined && deepest.prefix >= 8 && !guard.isOpen(formatAddress(deepest))
}

const bad = (got: string, reason: Text): AppError => new AppError('bad_domain', { got: toShown(got), reason })
