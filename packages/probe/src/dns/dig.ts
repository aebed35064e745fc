import type { DnsAnswer, DnsRecord } from '@octet/core/probe/dns.ts'
import type { Answered } from './client.ts'
import type { Edns } from './message.ts'
import { OPCODES, toClassName, toRcodeName, toTypeName } from './types.ts'

/** An answer in the layout of BIND's `dig`, so that it can be compared and pasted. */
export function toDigText({ message, address, server, transport, ms, sizeBytes }: Answered, sections: Sections): string {
  const { id, opcode, rcode, flags, questions, edns } = message
  const { answers, authorities, additionals } = sections
  const set = Object.entries(flags).flatMap(([flag, isSet]) => (isSet ? [flag] : []))
  const counts = `QUERY: ${questions.length}, ANSWER: ${answers.length}, AUTHORITY: ${authorities.length}, ADDITIONAL: ${additionals.length + (edns ? 1 : 0)}`
  return [
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

function toEdnsLines({ version, isDnssecOk, udpSizeBytes, nsid, clientSubnet, extendedErrors }: Edns): string[] {
  return [
    `; EDNS: version: ${version}, flags:${isDnssecOk ? ' do' : ''}; udp: ${udpSizeBytes}`,
    ...(nsid
      ? [
          `; NSID: ${Buffer.from(nsid)
            .toString('hex')
            .replaceAll(/..(?!$)/g, '$& ')} ("${nsid}")`,
        ]
      : []),
    ...(clientSubnet ? [`; CLIENT-SUBNET: ${clientSubnet.subnet}/${clientSubnet.sourcePrefix}/${clientSubnet.scopePrefix}`] : []),
    ...extendedErrors.map(({ code, text, extra }) => `; EDE: ${code} (${text})${extra ? `: (${extra})` : ''}`),
  ]
}
