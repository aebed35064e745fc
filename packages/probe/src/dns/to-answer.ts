import type { DnsAnswer, DnsRecord } from '@octet/core/probe/dns.ts'
import { toReadableData } from './character-string.ts'
import { toServerText, type Answered } from './client.ts'
import { toDigText } from './dig.ts'
import { toReadableText } from './fields.ts'
import type { Flags, Rr } from './message.ts'
import { toUnicodeName } from '../guard/names.ts'
import { readRdata, toRdataText, type RdataFields } from './rdata.ts'
import { DnsFormatError } from './format-error.ts'
import { toClassName, toRcodeName, toTypeName } from './types.ts'

/** An answer as it is shown and sent as JSON. */
export function toDnsAnswer(answered: Answered, question: { name: string; type: number }): DnsAnswer {
  const { message, server, transport, ms, sizeBytes, wasTruncated } = answered
  return {
    question: { name: question.name, type: toTypeName(question.type) },
    server: server.isTrusted ? 'system' : toServerText(server),
    transport,
    rcode: toRcodeName(message.rcode),
    flags: toFlagNames(message.flags),
    ms: Math.round(ms * 100) / 100,
    sizeBytes,
    wasTruncated,
    answers: message.answers.map(toDnsRecord),
    authorities: message.authorities.map(toDnsRecord),
    additionals: message.additionals.map(toDnsRecord),
    edns: message.edns ? { ...message.edns, extendedErrors: [...message.edns.extendedErrors] } : null,
    dig: toDigText(answered),
  }
}

/** A name of which a label is in punycode, as it stands among the values of a record. */
const INTERNATIONAL = /(?<!\S)(?:[^\s.]+\.)*xn--[^\s]+/gi

function toFlagNames(flags: Flags): string[] {
  return Object.entries(flags).flatMap(([flag, isSet]) => (isSet ? [flag] : []))
}

export function toDnsRecord({ name, ttl, class: klass, type, rdata }: Rr): DnsRecord {
  const data = toRdataText(type, rdata)
  const text = data.includes('"') ? toReadableData(data) : data.replaceAll(INTERNATIONAL, toUnicodeName)
  return {
    name,
    ttl,
    class: toClassName(klass),
    type: toTypeName(type),
    data,
    ...(text !== data && { text }),
    fields: toFields(type, rdata),
  }
}

function toFields(type: number, rdata: Uint8Array): RdataFields | null {
  try {
    const fields = readRdata(type, rdata)
    if (!fields) return null
    const entries = Object.entries(fields).map(([name, value]) => [
      name,
      name === 'texts' || name === 'value' || name === 'target' ? toReadable(value) : value,
    ])
    return Object.fromEntries(entries)
  } catch (error) {
    if (error instanceof DnsFormatError) return null
    throw error
  }
}

function toReadable(value: RdataFields[string]): RdataFields[string] {
  if (typeof value === 'string') return toReadableText(value)
  return Array.isArray(value) ? value.map((one) => (typeof one === 'string' ? toReadableText(one) : one)) : value
}
