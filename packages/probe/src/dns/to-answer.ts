import type { DnsAnswer, DnsRecord } from '@octet/core/probe/dns.ts'
import { toReadableData, toShownText, toShownTexts } from './character-string.ts'
import { toServerText, type Answered } from './client.ts'
import { toDigText } from './dig.ts'
import { findOtherOptions, toOptionName } from './edns-options.ts'
import type { Edns, Flags, Rr } from './message.ts'
import { toUnicodeName } from '../guard/names.ts'
import { describeRdata, hasBitMap, type RdataFields } from './rdata.ts'
import type { SvcParam } from './svc-params.ts'
import { toClassName, toRcodeName, toTypeName } from './types.ts'

/** An answer as it is shown and sent as JSON. */
export function toDnsAnswer(answered: Answered, question: { name: string; type: number }): DnsAnswer {
  const { message, server, transport, ms, sizeBytes, wasTruncated } = answered
  const sections = {
    answers: toDnsRecords(message.answers),
    authorities: toDnsRecords(message.authorities),
    additionals: toDnsRecords(message.additionals),
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
    edns: message.edns ? toEdns(message.edns) : null,
    dig: toDigText(answered, sections),
  }
}

/** A name of which a label is in punycode, as it stands among the values of a record. */
const INTERNATIONAL = /(?<!\S)(?:[^\s.]+\.)*xn--[^\s]+/gi

/** With the options that have no value of their own here as bytes. */
function toEdns({ options, extendedErrors, ...edns }: Edns): NonNullable<DnsAnswer['edns']> {
  const others = findOtherOptions(options).map(({ code, data }) => ({
    code,
    name: toOptionName(code),
    data: Buffer.from(data).toString('hex'),
  }))
  return { ...edns, extendedErrors: [...extendedErrors], ...(others.length > 0 && { options: others }) }
}

function toFlagNames(flags: Flags): string[] {
  return Object.entries(flags).flatMap(([flag, isSet]) => (isSet ? [flag] : []))
}

/** Names of types in all bit maps of a list of records, and the least that each of them shows. */
const MAX_LISTED = 4_096
const LEAST_LISTED = 16

/** Records as they are shown. Bit maps of types share one bound: 60 KB of them could name 458,000. */
export function toDnsRecords(records: readonly Rr[]): DnsRecord[] {
  const maps = records.filter(({ type }) => hasBitMap(type)).length
  const maxTypes = Math.max(LEAST_LISTED, Math.floor(MAX_LISTED / Math.max(1, maps)))
  return records.map((rr) => toDnsRecord(rr, maxTypes))
}

function toDnsRecord({ name, ttl, class: klass, type, rdata }: Rr, maxTypes: number): DnsRecord {
  const { text: data, fields } = describeRdata(type, rdata, maxTypes)
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
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toReadable(value)]))
}

function toReadable(value: RdataFields[string]): RdataFields[string] {
  if (typeof value === 'string') return toShownText(value)
  if (!Array.isArray(value)) return value
  if (value.every((one) => typeof one === 'string')) return toShownTexts(value)
  return (value as readonly SvcParam[]).map((param) => ({ ...param, value: toShownText(param.value) }))
}
