import type { DnsAnswer, DnsRecord } from '@octet/core/probe/dns.ts'
import { toReadableData } from './character-string.ts'
import { toServerText, type Answered } from './client.ts'
import { toDigText } from './dig.ts'
import { toReadableText } from './fields.ts'
import type { Flags, Rr } from './message.ts'
import { toUnicodeName } from '../guard/names.ts'
import { describeRdata, type RdataFields } from './rdata.ts'
import { toClassName, toRcodeName, toTypeName } from './types.ts'

/** An answer as it is shown and sent as JSON. */
export function toDnsAnswer(answered: Answered, question: { name: string; type: number }): DnsAnswer {
  const { message, server, transport, ms, sizeBytes, wasTruncated } = answered
  const sections = {
    answers: message.answers.map(toDnsRecord),
    authorities: message.authorities.map(toDnsRecord),
    additionals: message.additionals.map(toDnsRecord),
  }
  return {
    question: { name: question.name, type: toTypeName(question.type) },
    server: server.isTrusted ? 'system' : toServerText(server),
    transport,
    rcode: toRcodeName(message.rcode),
    flags: toFlagNames(message.flags),
    ms: Math.round(ms * 100) / 100,
    sizeBytes,
    wasTruncated,
    ...sections,
    edns: message.edns ? { ...message.edns, extendedErrors: [...message.edns.extendedErrors] } : null,
    dig: toDigText(answered, sections),
  }
}

/** A name of which a label is in punycode, as it stands among the values of a record. */
const INTERNATIONAL = /(?<!\S)(?:[^\s.]+\.)*xn--[^\s]+/gi

function toFlagNames(flags: Flags): string[] {
  return Object.entries(flags).flatMap(([flag, isSet]) => (isSet ? [flag] : []))
}

export function toDnsRecord({ name, ttl, class: klass, type, rdata }: Rr): DnsRecord {
  const { text: data, fields } = describeRdata(type, rdata)
  const text = data.includes('"') ? toReadableData(data) : data.replaceAll(INTERNATIONAL, toUnicodeName)
  return {
    name,
    ttl,
    class: toClassName(klass),
    type: toTypeName(type),
    data,
    ...(text !== data && { text }),
    fields: fields ? toReadableFields(fields) : null,
  }
}

function toReadableFields(fields: RdataFields): RdataFields {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    name === 'texts' || name === 'value' || name === 'target' ? toReadable(value) : value,
  ])
  return Object.fromEntries(entries)
}

function toReadable(value: RdataFields[string]): RdataFields[string] {
  if (typeof value === 'string') return toReadableText(value)
  return Array.isArray(value) ? value.map((one) => (typeof one === 'string' ? toReadableText(one) : one)) : value
}
