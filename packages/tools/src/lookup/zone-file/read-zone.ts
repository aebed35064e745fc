import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { refuse, ZoneFault } from './fault.ts'
import type { Finding } from './finding.ts'
import { generate } from './generate.ts'
import { isWithin, NoOrigin, readName, toName, type Name } from './names.ts'
import { readData, type Data } from './rdata.ts'
import { findType } from './record-types.ts'
import { findTtl, readTtl } from './ttl.ts'
import { readEntries, type Entry, type Token } from './tokens.ts'

export type ZoneRecord = Data & {
  readonly line: number
  readonly owner: Name
  /** Seconds. */
  readonly ttl: number
  readonly type: string
}

export type Zone = {
  /** Where its SOA stands; else what the visitor, `$ORIGIN` or the name servers say; nothing for a list of records. */
  readonly apex: Name | undefined
  readonly records: readonly ZoneRecord[]
  /** What could not be read. */
  readonly findings: readonly Finding[]
}

const MAX_RECORDS = 100_000
const CLASS = /^(?:IN|CH|HS|CS|ANY|NONE|CLASS\d{1,5})$/i
const INTERNET = /^(?:IN|CLASS1)$/i
/** The longest time that a resolver keeps a record (RFC 2181 §8). */
const MAX_TTL = 2_147_483_647

/**
 * Reads a zone file (RFC 1035 §5), a zone transfer or what `dig` prints. Lines that cannot be read are named and left out.
 * Throws `bad_input` where a name needs a zone that nobody named, `too_large` for more than 100,000 records.
 */
export function readZone(source: string, { origin, field }: { origin: Name | undefined; field: string }): Zone {
  try {
    return new ZoneReader(origin, field).read(source)
  } catch (error) {
    if (!(error instanceof NoOrigin)) throw error
    throw new AppError('bad_input', { field: 'origin', expected: A_ZONE, got: error.written.slice(0, 60) })
  }
}

const A_ZONE: Text = {
  en: 'the zone that names without a final dot belong to, as the file has no $ORIGIN',
  zh: '末尾不带点的名称所属的区域（文件中没有 $ORIGIN）',
}

class ZoneReader {
  readonly #given: Name | undefined
  readonly #field: string
  readonly #records: ZoneRecord[] = []
  readonly #findings: Finding[] = []
  #origin: Name | undefined
  /** The first `$ORIGIN` of the file. */
  #named: Name | undefined
  #owner: Name | undefined
  #defaultTtl: number | undefined
  /** The last one written, which goes on where there is no `$TTL` (RFC 1035 §5.1). */
  #lastTtl: number | undefined
  #isTtlNoted = false

  constructor(origin: Name | undefined, field: string) {
    this.#given = origin
    this.#origin = origin
    this.#field = field
  }

  read(source: string): Zone {
    for (const entry of readEntries(source)) this.#try(entry)
    const soa = this.#records.find(({ type }) => type === 'SOA')
    const last = this.#records.at(-1)
    // A transfer ends as it began (RFC 5936 §2.2).
    if (
      soa &&
      last &&
      last !== soa &&
      last.type === 'SOA' &&
      last.owner.key === soa.owner.key &&
      last.fields[2] === soa.fields[2]
    )
      this.#records.pop()
    return {
      apex: soa?.owner ?? this.#given ?? this.#named ?? findTop(this.#records),
      records: this.#records,
      findings: this.#findings,
    }
  }

  #try(entry: Entry): void {
    try {
      if (entry.fault) throw entry.fault
      this.#read(entry)
    } catch (error) {
      if (!(error instanceof ZoneFault)) throw error
      this.#findings.push({ level: 'error', line: entry.line, text: error.words })
    }
  }

  #read(entry: Entry): void {
    const [first, ...rest] = entry.tokens
    if (!first) return
    if (/^\$[a-z]/i.test(first.text) && !first.isQuoted) return this.#direct(first.text.toUpperCase(), rest, entry)
    if (!entry.isIndented) {
      this.#owner = readName(first.text, this.#origin)
      this.#warnOfUnicode(first)
    }
    const owner = this.#owner ?? refuse('The first record has no name', '第一条记录没有名称')
    this.#add(owner, entry.isIndented ? entry.tokens : rest, entry.line)
  }

  #direct(word: string, [value, ...more]: readonly Token[], entry: Entry): void {
    if (!value) refuse(`${word} has no value`, `${word} 缺少值`)
    switch (word) {
      case '$ORIGIN':
        this.#origin = readName(value!.text, this.#origin)
        this.#named ??= this.#origin
        return
      case '$TTL':
        this.#defaultTtl = readTtl(value!.text)
        return
      case '$INCLUDE':
        return void this.#findings.push({
          level: 'warning',
          line: entry.line,
          text: {
            en: `“${value!.text}” is not read here: put its records in place of this line, or they are missing`,
            zh: `此处不读取“${value!.text}”：请将其中的记录放到这一行的位置，否则不会计入`,
          },
        })
      case '$GENERATE':
        for (const { owner, tokens } of generate([value!, ...more], MAX_RECORDS - this.#records.length + 1))
          this.#add(readName(owner, this.#origin), tokens, entry.line)
        return
      default:
        return refuse(`${word} is not known`, `${word} 未知`)
    }
  }

  /** TTL and class stand before the type, in either order (RFC 1035 §5.1). */
  #add(owner: Name, tokens: readonly Token[], line: number): void {
    let ttl: number | undefined
    let at = 0
    let hasClass = false
    for (; at < tokens.length; at++) {
      const { text } = tokens[at]!
      const seconds = ttl === undefined ? findTtl(text) : undefined
      if (seconds !== undefined) ttl = seconds
      else if (!hasClass && CLASS.test(text)) {
        if (!INTERNET.test(text))
          refuse(`Class ${text.toUpperCase()} is not of the Internet (IN)`, `${text.toUpperCase()} 不是互联网类（IN）`)
        hasClass = true
      } else break
    }
    const word = tokens[at]?.text
    if (word === undefined) return refuse('There is no type of record', '缺少记录类型')
    const type = findType(word) ?? refuse(`“${word.slice(0, 60)}” is no type of record`, `“${word.slice(0, 60)}”不是记录类型`)
    const rest = tokens.slice(at + 1)
    const data = readData(type, rest, this.#origin)
    for (const token of rest)
      if (!token.isQuoted && data.fields.some((field) => typeof field !== 'string')) this.#warnOfUnicode(token)
    if (this.#records.length >= MAX_RECORDS)
      throw new AppError('too_large', { field: this.#field, limit: MAX_RECORDS, got: this.#records.length + 1 })
    this.#records.push({
      line,
      owner,
      type,
      ...this.#findTtl(ttl, { type, data, line }),
      fields: data.fields,
      targets: data.targets,
      isSplit: data.isSplit,
    })
  }

  #findTtl(written: number | undefined, { type, data, line }: { type: string; data: Data; line: number }): { ttl: number } {
    if (written !== undefined) {
      this.#lastTtl = written
      if (written > MAX_TTL)
        this.#findings.push({
          level: 'error',
          line,
          text: {
            en: `A TTL of ${written} is over ${MAX_TTL}, and counts as 0 (RFC 2181 §8)`,
            zh: `TTL ${written} 超过 ${MAX_TTL}，按 0 处理（RFC 2181 §8）`,
          },
        })
      return { ttl: written }
    }
    if (this.#defaultTtl !== undefined) return { ttl: this.#defaultTtl }
    const fallback = this.#lastTtl ?? (type === 'SOA' ? Number(data.fields.at(-1)) : undefined)
    if (fallback === undefined) return refuse('There is no TTL, and no $TTL before', '没有 TTL，前面也没有 $TTL')
    if (!this.#isTtlNoted)
      this.#findings.push({
        level: 'warning',
        line,
        text: {
          en: `There is no TTL and no $TTL: servers take ${fallback}`,
          zh: `没有 TTL 也没有 $TTL：服务器将采用 ${fallback}`,
        },
      })
    this.#isTtlNoted = true
    this.#lastTtl = fallback
    return { ttl: fallback }
  }

  #warnOfUnicode({ text, line }: Token): void {
    if (/^[\0-\x7f]*$/.test(text)) return
    const { text: ascii } = readName(text, toName([]))
    this.#findings.push({
      level: 'error',
      line,
      text: {
        en: `“${text}” must be written ${text.endsWith('.') ? ascii : ascii.slice(0, -1)} in a zone file`,
        zh: `“${text}”在区域文件中应写作 ${text.endsWith('.') ? ascii : ascii.slice(0, -1)}`,
      },
    })
  }
}

/** Where name servers stand above all other names, as in a zone without SOA. */
function findTop(records: readonly ZoneRecord[]): Name | undefined {
  const top = records.find(({ type }) => type === 'NS')?.owner
  return top && records.every(({ owner }) => isWithin(owner, top)) ? top : undefined
}
