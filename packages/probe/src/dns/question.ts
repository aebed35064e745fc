import { AppError } from '@octet/core/errors.ts'
import type { DnsQuestion } from '@octet/core/probe/dns.ts'
import type { Guard } from '../guard/guard.ts'
import { parseServer, type Ask } from './client.ts'
import { toQuestionName } from './question-name.ts'
import { CLASSES, findType, TYPES } from './types.ts'

const REFUSED_TYPES = new Set<number>([TYPES.ANY, TYPES.AXFR, TYPES.IXFR, TYPES.OPT])

/** Checks a visitor's question and turns it into what the client sends. */
export function toAsk(question: DnsQuestion, guard: Guard): Ask {
  const {
    server,
    isDnssecOk = false,
    isCheckingDisabled = false,
    isRecursionDesired = true,
    clientSubnet,
    class: klass = 'IN',
    signal,
    timeoutMs,
  } = question
  // what a server says of itself; of our own resolver that is nobody's business
  if (klass === 'CH' && !server)
    throw new AppError('bad_input', {
      field: 'server',
      expected: { en: 'the server that is to speak of itself', zh: '要询问其自身信息的服务器' },
      got: '',
    })
  return {
    name: toQuestionName(question.name, guard),
    type: toQuestionType(question.type),
    ...(klass === 'CH' && { class: CLASSES.CH }),
    server: server ? parseServer(server) : undefined,
    flags: { rd: isRecursionDesired, cd: isCheckingDisabled, ad: true },
    isDnssecOk,
    clientSubnet: clientSubnet || undefined,
    wantsNsid: true,
    signal,
    timeoutMs,
  }
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
