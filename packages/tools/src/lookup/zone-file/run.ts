import { AppError } from '@octet/core/errors.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import { checkZone } from './check-zone.ts'
import { compareZones, writeSet, type Change } from './compare-zones.ts'
import { ZoneFault } from './fault.ts'
import { LEVELS, type Finding, type Level } from './finding.ts'
import { readName, ROOT, type Name } from './names.ts'
import { writeChanges, writeUpdate } from './nsupdate.ts'
import { readZone, type Zone, type ZoneRecord } from './read-zone.ts'
import { rankType } from './record-types.ts'
import { sortRecords, writeZone, type Form } from './write-zone.ts'

export type ZoneFileInput = { zone: string; other: string; origin: string; form: Form }
type FindingRow = { level: Level; line?: number; text: string }
type ChangeRow = { change: Change['change']; name: string; type: string; before: string; after: string }
export type ZoneFileOutput = {
  findings: FindingRow[]
  isEqual?: boolean
  changes?: ChangeRow[]
  zone?: string
  serial?: number
  records: number
  names: number
  types: string
  text: string
  checked?: string
}

const MAX_CHARACTERS = 4_000_000
/** More of them are shown by nobody, and read by nobody. */
const MAX_FINDINGS = 1000
const MAX_CHANGES = 10_000

/** Checks a zone file and writes it anew, or says what differs from another. Throws `bad_input`, `too_large`. */
export function runZoneFile(
  { zone: source, other, origin, form }: ZoneFileInput,
  lang: Lang,
  nowMs = Date.now(),
): ZoneFileOutput {
  const given = readOrigin(origin)
  const zone = readOne(source, 'zone', given)
  const second = other.trim() === '' ? undefined : readOne(other, 'other', given ?? zone.apex)
  const findings = [...(second ? second.findings.map(toSecond) : []), ...checkZone(zone, nowMs)]
  const records = sortRecords(zone.records)
  const changes = second && compareZones(zone.records, second.records)
  const soa = zone.records.find(({ type }) => type === 'SOA')
  const rows = toRows(findings, lang)
  const text = form === 'nsupdate' ? writeCommands(records, changes, zone.apex) : writeZone(records, form, zone.apex)
  // The page draws them in this order: what is wrong comes first.
  return {
    findings: rows,
    ...(changes && { isEqual: changes.length === 0, changes: changes.slice(0, MAX_CHANGES).map(toChangeRow) }),
    ...(zone.apex && { zone: zone.apex.text }),
    ...(soa && { serial: Number(soa.fields[2]) }),
    records: records.length,
    names: new Set(records.map(({ owner }) => owner.key)).size,
    types: countTypes(records),
    text,
    ...(form === 'zone' && { checked: `${writeComments(rows)}\n${text}` }),
  }
}

/** What is found, as a terminal shows it above the zone: `; 7: error: …`. */
const writeComments = (rows: readonly FindingRow[]): string =>
  rows.map(({ level, line, text }) => `; ${[line, level, text].filter((part) => part !== undefined).join(': ')}\n`).join('')

const writeCommands = (records: readonly ZoneRecord[], changes: readonly Change[] | undefined, apex: Name | undefined): string =>
  changes ? writeChanges(changes, apex) : writeUpdate(records, apex)

/** Of the second file only what could not be read is told: it is missing in what is compared. */
const toSecond = ({ level, line, text }: Finding): Finding => ({
  level,
  text: { en: `Second file, line ${line}: ${text.en}`, zh: `第二份文件第 ${line} 行：${text.zh}` },
})

const toChangeRow = ({ change, name, type, before, after }: Change): ChangeRow => ({
  change,
  name,
  type,
  before: writeSet(before),
  after: writeSet(after),
})

function readOne(source: string, field: 'zone' | 'other', origin: Name | undefined): Zone {
  if (source.length > MAX_CHARACTERS) throw new AppError('too_large', { field, limit: MAX_CHARACTERS, got: source.length })
  const zone = readZone(source, { origin, field })
  if (zone.records.length > 0) return zone
  const [fault] = zone.findings
  throw new AppError('bad_input', {
    field,
    expected: RECORDS,
    got: fault ? { en: `line ${fault.line}: ${fault.text.en}`, zh: `第 ${fault.line} 行：${fault.text.zh}` } : NOTHING,
  })
}

const RECORDS: Text = { en: 'records of a zone, such as “www 3600 IN A 192.0.2.1”', zh: '区域记录，如“www 3600 IN A 192.0.2.1”' }
const NOTHING: Text = { en: 'none', zh: '没有' }

/** The zone that a visitor names, with or without a dot at its end. */
function readOrigin(text: string): Name | undefined {
  if (text.trim() === '') return undefined
  try {
    return readName(text.trim(), ROOT)
  } catch (error) {
    if (!(error instanceof ZoneFault)) throw error
    throw new AppError('bad_input', { field: 'origin', expected: A_NAME, got: error.words })
  }
}

const A_NAME: Text = { en: 'the name of a zone such as example.com', zh: '区域名称，如 example.com' }

/** `SOA 1, NS 2, A 5` */
function countTypes(records: readonly { readonly type: string }[]): string {
  const counts = Map.groupBy(records, ({ type }) => type)
  return [...counts]
    .sort(([a], [b]) => rankType(a) - rankType(b))
    .map(([type, { length }]) => `${type} ${length}`)
    .join(', ')
}

function toRows(findings: readonly Finding[], lang: Lang): FindingRow[] {
  if (findings.length === 0) return [{ level: 'ok', text: FINE[lang] }]
  const sorted = findings.toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) || (a.line ?? 0) - (b.line ?? 0))
  const rows = sorted
    .slice(0, MAX_FINDINGS)
    .map(({ level, line, text }) => ({ level, ...(line !== undefined && { line }), text: text[lang] }))
  const more = findings.length - rows.length
  return more > 0
    ? [...rows, { level: 'note', text: lang === 'zh' ? `另有 ${more} 条未列出` : `${more} more are not listed` }]
    : rows
}

const FINE: Text = { en: 'Nothing is wrong with it', zh: '未发现问题' }
