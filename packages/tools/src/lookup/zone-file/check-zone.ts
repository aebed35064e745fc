import { countOf } from '@octet/core/counted.ts'
import { findAddress } from '@octet/core/ip/address.ts'
import { findSpecial } from '@octet/core/ip/special.ts'
import { checkData } from './check-data.ts'
import { checkChains, checkTargets } from './check-targets.ts'
import { isWithin, type Name } from './names.ts'
import type { Finding, Report } from './finding.ts'
import type { Zone, ZoneRecord } from './read-zone.ts'
import { ADDRESS_TYPES } from './record-types.ts'
import { ZoneIndex } from './zone-index.ts'

/** Beside an alias only what signatures need may stand (RFC 2181 §10.1, RFC 4034 §2.5, §4). */
const BESIDE_ALIAS = new Set(['CNAME', 'RRSIG', 'NSEC', 'KEY', 'SIG', 'NXT'])
/** What a zone says of a name that it delegates. */
const AT_CUT = new Set(['NS', 'DS', 'RRSIG', 'NSEC', 'A', 'AAAA', 'SIG', 'NXT'])
/** What is wrong with a zone: what servers refuse, and what they take although nobody means it. `nowMs` is the time of signatures. */
export function checkZone(zone: Zone, nowMs: number): Finding[] {
  const findings: Finding[] = [...zone.findings]
  const report: Report = (level, record, en, zh) =>
    void findings.push({ level, ...(record && { line: record.line }), text: { en, zh } })
  checkSets(zone.records, report)
  for (const record of zone.records) checkData(record, report, nowMs)
  checkAddresses(zone.records, report)
  if (zone.apex) {
    const index = new ZoneIndex(zone.apex, zone)
    checkTop(index, report)
    checkOutside(index, report)
    for (const records of index.byName.values()) checkName(records, report)
    checkBelowDnames(index, report)
    for (const record of index.inside) checkTargets(index, record, report)
    checkChains(index, report)
    checkDelegations(index, report)
  }
  return findings
}

function checkTop(index: ZoneIndex, report: Report): void {
  const { apex } = index
  const top = index.at(apex)
  const [soa, second] = top.filter(({ type }) => type === 'SOA')
  const servers = top.filter(({ type }) => type === 'NS')
  if (second) report('error', second, 'There is a second SOA', '出现了第二条 SOA')
  if (!soa) {
    const level = servers.length > 0 ? 'warning' : 'note'
    report(
      level,
      undefined,
      'There is no SOA: these are records, not a zone that a server loads',
      '缺少 SOA：这是一组记录，服务器不会当作区域加载',
    )
    return
  }
  if (servers.length === 0)
    report('error', soa, `${apex.text} has no NS record: no server loads this`, `${apex.text} 没有 NS 记录：服务器不会加载`)
  else if (servers.length === 1)
    report(
      'warning',
      servers[0],
      'There is one name server only; two are wanted, in different networks (RFC 2182)',
      '只有一台域名服务器；应至少有两台，且位于不同网络（RFC 2182）',
    )
  const misplaced = index.inside.find(({ type, owner }) => type === 'SOA' && owner.key !== apex.key)
  if (misplaced)
    report(
      'error',
      misplaced,
      `A SOA stands at ${misplaced.owner.text}, below the top of the zone`,
      `SOA 位于区域顶点之下的 ${misplaced.owner.text}`,
    )
  const ds = top.find(({ type }) => type === 'DS')
  if (ds) report('error', ds, 'DS belongs to the zone above, not to the top of its own', 'DS 属于上级区域，不应位于本区域顶点')
}

function checkOutside({ outside, apex }: ZoneIndex, report: Report): void {
  for (const record of outside)
    report(
      'error',
      record,
      `${record.owner.text} is not in the zone ${apex.text}, and is left out by servers`,
      `${record.owner.text} 不属于区域 ${apex.text}，会被服务器忽略`,
    )
}

/** What stands side by side at one name. */
function checkName(records: readonly ZoneRecord[], report: Report): void {
  const [{ owner }] = records as [ZoneRecord]
  const alias = records.find(({ type }) => type === 'CNAME')
  if (alias) {
    const others = new Set(records.map(({ type }) => type).filter((type) => !BESIDE_ALIAS.has(type)))
    if (others.size > 0)
      report(
        'error',
        alias,
        `${owner.text} is an alias (CNAME), and beside it nothing else may stand: ${[...others].join(', ')}`,
        `${owner.text} 是别名（CNAME），不能与其他记录并存：${[...others].join('、')}`,
      )
    const targets = new Set(records.filter(({ type }) => type === 'CNAME').map(({ fields }) => keyOf(fields[0])))
    if (targets.size > 1)
      report(
        'error',
        alias,
        `${owner.text} has ${targets.size} CNAME records; one is all that may be`,
        `${owner.text} 有 ${targets.size} 条 CNAME，只允许一条`,
      )
  }
  checkTexts(records, report)
  const none = records.find(({ type, fields }) => type === 'MX' && keyOf(fields[1]) === '.')
  if (none && records.filter(({ type }) => type === 'MX').length > 1)
    report(
      'error',
      none,
      `${owner.text} says that it takes no mail (MX 0 .), and names mail servers, too`,
      `${owner.text} 既声明不收邮件（MX 0 .），又列出了邮件服务器`,
    )
  checkHost(records, report)
}

/** A name that leads elsewhere as a whole has nothing below it (RFC 6672 §2.4); each is told of once. */
function checkBelowDnames(index: ZoneIndex, report: Report): void {
  const left = new Set(index.inside.filter(({ type }) => type === 'DNAME').map(({ owner }) => owner.key))
  for (const record of index.inside) {
    if (left.size === 0) return
    if (isSigning(record.type)) continue
    for (const above of index.listAbove(record.owner))
      if (left.delete(above.key))
        report(
          'error',
          record,
          `Nothing may stand below ${above.text}, which leads elsewhere as a whole (DNAME)`,
          `${above.text} 整体指向别处（DNAME），其下不能再有记录`,
        )
  }
}

const isSigning = (type: string): boolean => type === 'RRSIG' || type === 'NSEC' || type === 'NSEC3'
const keyOf = (field: unknown): string => (typeof field === 'object' ? (field as Name).key : String(field))

/** A host has letters, digits and hyphens (RFC 1123 §2.1); other names may have more. */
function checkHost(records: readonly ZoneRecord[], report: Report): void {
  const host = records.find(({ type }) => type === 'A' || type === 'AAAA' || type === 'MX')
  if (!host) return
  const odd = host.owner.labels.find((label, i) => !(i === 0 && label === '*') && !/^[a-z\d](?:[a-z\d-]*[a-z\d])?$/i.test(label))
  if (odd !== undefined && host.type !== 'MX')
    report(
      'warning',
      host,
      `${host.owner.text} is no name of a host: letters, digits and hyphens only (RFC 1123)`,
      `${host.owner.text} 不是合法主机名：只能含字母、数字和连字符（RFC 1123）`,
    )
  const star = host.owner.labels.indexOf('*', 1)
  if (star > 0)
    report(
      'note',
      host,
      `“*” stands for others only as the first label: ${host.owner.text} is no wildcard`,
      `“*”只有位于最左侧才是通配符：${host.owner.text} 不是通配`,
    )
}

/** SPF, DMARC and DKIM are read from one text only. */
function checkTexts(records: readonly ZoneRecord[], report: Report): void {
  const texts = records.filter(({ type }) => type === 'TXT').map((record) => ({ record, text: joinStrings(record) }))
  const [first] = texts
  if (!first) return
  const name = first.record.owner
  const spf = texts.filter(({ text }) => /^v=spf1(?: |$)/i.test(text))
  if (spf.length > 1)
    report(
      'error',
      spf[1]!.record,
      `${name.text} has ${spf.length} SPF records: mail fails with a permanent error (RFC 7208 §3.2)`,
      `${name.text} 有 ${spf.length} 条 SPF：校验将永久失败（RFC 7208 §3.2）`,
    )
  for (const { record, text } of spf)
    if (/\s\+?all$/i.test(text)) report('warning', record, 'This SPF lets everybody send (+all)', '该 SPF 允许任何人发信（+all）')
  if (name.labels[0]?.toLowerCase() === '_dmarc') {
    const valid = texts.filter(({ text }) => /^v=DMARC1\s*(?:;|$)/.test(text))
    if (valid.length === 0)
      report(
        'error',
        first.record,
        `${name.text} does not begin with v=DMARC1, and is passed over`,
        `${name.text} 不以 v=DMARC1 开头，会被忽略`,
      )
    if (valid.length > 1)
      report(
        'error',
        valid[1]!.record,
        `${name.text} has ${valid.length} DMARC records: none is used`,
        `${name.text} 有 ${valid.length} 条 DMARC：均不生效`,
      )
  }
  if (name.labels[1]?.toLowerCase() === '_domainkey') {
    if (!texts.some(({ text }) => /(?:^|;)\s*p\s*=/.test(text)))
      report('error', first.record, `${name.text} has no key (p=)`, `${name.text} 缺少公钥（p=）`)
    if (texts.length > 1)
      report(
        'warning',
        texts[1]!.record,
        `${name.text} has ${texts.length} texts; which one is read is left open (RFC 6376 §3.6.2.2)`,
        `${name.text} 有 ${texts.length} 条 TXT，取用哪条没有规定（RFC 6376 §3.6.2.2）`,
      )
  }
}

/** The strings of a text behind one another, as SPF, DKIM and DMARC read them. */
const joinStrings = ({ fields }: ZoneRecord): string =>
  fields
    .map((field) => String(field).slice(1, -1))
    .join('')
    .replaceAll(/\\(["\\])/g, '$1')

/** Records of the same name and type: one TTL, and none twice (RFC 2181 §5). */
function checkSets(records: readonly ZoneRecord[], report: Report): void {
  const sets = Map.groupBy(
    records.filter(({ type }) => type !== 'RRSIG'),
    ({ owner, type }) => `${owner.key} ${type}`,
  )
  for (const set of sets.values()) {
    if (set.length === 1) continue
    const [first] = set as [ZoneRecord]
    const other = set.find(({ ttl }) => ttl !== first.ttl)
    if (other)
      report(
        'warning',
        other,
        `${first.owner.text} ${first.type} has TTLs of ${first.ttl} and ${other.ttl}; they must be equal (RFC 2181 §5.2)`,
        `${first.owner.text} ${first.type} 的 TTL 有 ${first.ttl} 与 ${other.ttl}，必须一致（RFC 2181 §5.2）`,
      )
    const seen = new Map<string, ZoneRecord>()
    for (const record of set) {
      const key = record.fields.map(keyOf).join(' ')
      const before = seen.get(key)
      if (before) report('warning', record, `This stands in line ${before.line} already`, `与第 ${before.line} 行重复`)
      else seen.set(key, record)
    }
  }
}

/** Addresses of networks that are not of the Internet: once for each such network, as an inner zone is full of them. */
function checkAddresses(records: readonly ZoneRecord[], report: Report): void {
  const found = records.flatMap((record) => {
    const address = ADDRESS_TYPES.includes(record.type) ? findAddress(String(record.fields[0])) : undefined
    const special = address && findSpecial(address)
    return special && !special.global ? [{ record, special }] : []
  })
  for (const group of Map.groupBy(found, ({ special }) => special.block).values()) {
    const [
      {
        record,
        special: { block, name },
      },
    ] = group as [(typeof found)[number]]
    const more = group.length - 1
    report(
      'note',
      record,
      `${String(record.fields[0])}${more > 0 ? ` and ${more} more` : ''} cannot be reached from the Internet: ${block}, ${name.en}`,
      `${String(record.fields[0])}${more > 0 ? ` 等 ${group.length} 个地址` : ' '}无法从互联网访问：${block}，${name.zh}`,
    )
  }
}

/** Names that other servers answer for. */
function checkDelegations(index: ZoneIndex, report: Report): void {
  const hidden = new Map<string, ZoneRecord[]>()
  for (const record of index.inside) {
    const cut = index.findCut(record.owner)
    if (record.type === 'DS' && record.owner.key !== index.apex.key && !index.has(record.owner, 'NS'))
      report(
        'error',
        record,
        `${record.owner.text} has DS, but no NS: nothing is delegated there`,
        `${record.owner.text} 有 DS 却没有 NS：此处没有委派`,
      )
    if (!cut) continue
    const isGlue =
      record.owner.key === cut.key ? AT_CUT.has(record.type) : ADDRESS_TYPES.includes(record.type) || isSigning(record.type)
    if (!isGlue) {
      const known = hidden.get(cut.key)
      if (known) known.push(record)
      else hidden.set(cut.key, [record])
    }
    if (record.type === 'NS' && record.owner.key === cut.key) checkGlue(index, { record, cut }, report)
  }
  for (const records of hidden.values()) {
    const [first] = records as [ZoneRecord]
    const { text } = index.findCut(first.owner)!
    report(
      'warning',
      first,
      `${countOf(records.length, 'record')} at or below ${text} ${records.length === 1 ? 'is' : 'are'} never answered from here: its own name servers are asked`,
      `${text} 及其下的 ${records.length} 条记录不会由此应答：该处已委派给其他域名服务器`,
    )
  }
}

/** A server below the name that it serves cannot be found without its address here (RFC 1034 §4.2.1). */
function checkGlue(index: ZoneIndex, { record, cut }: { record: ZoneRecord; cut: Name }, report: Report): void {
  for (const name of record.targets)
    if (isWithin(name, cut) && !ADDRESS_TYPES.some((type) => index.has(name, type)))
      report(
        'error',
        record,
        `${name.text} serves ${cut.text} from below it, and its address (glue) is missing`,
        `${name.text} 位于其所服务的 ${cut.text} 之下，缺少胶水地址记录`,
      )
}
