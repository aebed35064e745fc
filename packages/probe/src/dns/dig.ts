import type { DnsAnswer, DnsRecord } from '@octet/core/probe/dns.ts'
import type { Answered } from './client.ts'
import { findOtherOptions, toOptionName } from './edns-options.ts'
import { OPTION, type Edns } from './message.ts'
import { OPCODES, toClassName, toRcodeName, toTypeName } from './types.ts'

/** An answer in the layout of BIND's `dig`, so that it can be compared and pasted. */
export function toDigText(
  { message, address, server, transport, ms, sizeBytes, wasTruncated }: Answered,
  sections: Sections,
): string {
  const { id, opcode, rcode, flags, questions, edns } = message
  const { answers, authorities, additionals } = sections
  const set = Object.entries(flags).flatMap(([flag, isSet]) => (isSet ? [flag] : []))
  const counts = `QUERY: ${questions.length}, ANSWER: ${answers.length}, AUTHORITY: ${authorities.length}, ADDITIONAL: ${additionals.length + (edns ? 1 : 0)}`
  return [
    ...(wasTruncated ? [';; Truncated, retrying in TCP mode.'] : []),
    `;; ->>HEADER<<- opcode: ${OPCODES[opcode] ?? opcode}, status: ${toRcodeName(rcode)}, id: ${id}`,
    `;; flags: ${set.join(' ')}; ${counts}`,
    ...(edns ? ['', ';; OPT PSEUDOSECTION:', ...toEdnsLines(edns)] : []),
    ...(questions.length
      ? [
          ';; QUESTION SECTION:',
          ...questions.map((question) => `;${question.name}\t\t${toClassName(question.class)}\t${toTypeName(question.type)}`),
        ]
      : []),
    ...toSection('ANSWER', answers),
    ...toSection('AUTHORITY', authorities),
    ...toSection('ADDITIONAL', additionals),
    '',
    `;; Query time: ${Math.round(ms)} msec`,
    `;; SERVER: ${server.isTrusted ? 'system' : `${address}#${server.port}`} (${transport.toUpperCase()})`,
    `;; MSG SIZE  rcvd: ${sizeBytes}`,
  ].join('\n')
}

type Sections = Pick<DnsAnswer, 'answers' | 'authorities' | 'additionals'>

function toSection(title: string, records: readonly DnsRecord[]): string[] {
  return records.length === 0 ? [] : ['', `;; ${title} SECTION:`, ...records.map(toLine)]
}

const toLine = ({ name, ttl, class: klass, type, data }: DnsRecord): string => [name, ttl, klass, type, data].join('\t')

const MAX_OPTION_BYTES = 256
const toSpacedHex = (data: Uint8Array): string =>
  Buffer.from(data.subarray(0, MAX_OPTION_BYTES))
    .toString('hex')
    .replaceAll(/..(?!$)/g, '$& ')

function toEdnsLines({ version, isDnssecOk, udpSizeBytes, nsid, clientSubnet, extendedErrors, options }: Edns): string[] {
  return [
    `; EDNS: version: ${version}, flags:${isDnssecOk ? ' do' : ''}; udp: ${udpSizeBytes}`,
    ...options.flatMap(({ code, data }) =>
      code === OPTION.nsid && data.length > 0 ? [`; NSID: ${toSpacedHex(data)} ("${nsid}")`] : [],
    ),
    ...(clientSubnet ? [`; CLIENT-SUBNET: ${clientSubnet.subnet}/${clientSubnet.sourcePrefix}/${clientSubnet.scopePrefix}`] : []),
    ...extendedErrors.map(({ code, text, extra }) => `; EDE: ${code} (${text})${extra ? `: (${extra})` : ''}`),
    ...findOtherOptions(options).map(({ code, data }) => `; ${toOptionName(code)}: ${toOptionText(code, data)}`.trimEnd()),
  ]
}

/** Padding says nothing but its length, a keepalive is in tenths of a second (RFC 7828 §3.1). */
function toOptionText(code: number, data: Uint8Array): string {
  if (code === 12) return `(${data.length} bytes)`
  if (code === 11 && data.length === 2) return `${(((data[0]! << 8) | data[1]!) / 10).toFixed(1)} secs`
  return toSpacedHex(data)
}
