import { countOf } from '@octet/core/counted.ts'
import type { DnsHealth } from '@octet/core/probe/dns.ts'
import { toCheck, type Check } from '../check.ts'
import type { Rr } from './message.ts'
import { toNormalName } from './names.ts'
import { readRdata } from './rdata.ts'

export type ServerRow = DnsHealth['nameServers'][number]

/** What one name server said of its zone. */
export type Looked = {
  readonly row: ServerRow
  readonly soa?: Rr | undefined
  readonly ns: readonly string[]
  /** Of the NS records it answers for; those of a cache have less left. */
  readonly nsTtls?: readonly number[] | undefined
  /** Whether it understands EDNS (RFC 6891); left out where it did not answer. */
  readonly hasEdns?: boolean
  /** Whether its name is an alias; undefined where nobody could tell. */
  readonly isAlias?: boolean | undefined
  /** Nothing was sent, since this machine lacks the IP version; that says nothing of the server. */
  readonly isSkipped?: boolean
}

type Facts = {
  readonly names: readonly string[]
  readonly servers: readonly Looked[]
  /** Undefined where nobody could tell. */
  readonly hasApexAlias: boolean | undefined
}

/** What follows from the answers of the servers; of what none has told, nothing is said. */
export function toZoneChecks({ names, servers, hasApexAlias }: Facts): Check[] {
  return [
    checkCount(names.length),
    ...checkAnswers(servers),
    ...checkAgreement(names, servers),
    ...checkServers(servers),
    ...checkTimes(servers),
    ...checkRecords(servers, hasApexAlias),
  ]
}

function checkCount(count: number): Check {
  return toCheck(
    'servers',
    count >= 2 ? 'good' : 'bad',
    `${countOf(count, 'name server')}; RFC 1034 §4.1 asks for two`,
    `${count} 台域名服务器；RFC 1034 §4.1 要求至少两台`,
  )
}

function checkAnswers(servers: readonly Looked[]): Check[] {
  const skipped = servers.filter(({ isSkipped }) => isSkipped).map(({ row }) => row)
  const rows = servers.filter(({ isSkipped }) => !isSkipped).map(({ row }) => row)
  const silent = rows.filter((row) => row.isAuthoritative === null)
  const lame = rows.filter((row) => row.isAuthoritative === false)
  const checks: Check[] = []
  if (silent.length > 0) checks.push(toCheck('reachable', 'bad', `no answer from ${list(silent)}`, `无应答：${list(silent)}`))
  else if (rows.length > 0)
    checks.push(
      toCheck(
        'reachable',
        'good',
        `every name server ${skipped.length > 0 ? 'that was asked ' : ''}answers`,
        `所有${skipped.length > 0 ? '被询问的' : ''}域名服务器均有应答`,
      ),
    )
  if (skipped.length > 0)
    checks.push(
      toCheck(
        'not-asked',
        'notice',
        `not asked, for this server lacks their IP version: ${list(skipped)}`,
        `未询问（本站服务器缺少相应的 IP 版本）：${list(skipped)}`,
      ),
    )
  if (lame.length > 0) checks.push(toCheck('lame', 'bad', `not authoritative: ${list(lame)}`, `非权威（lame）：${list(lame)}`))
  else if (silent.length < rows.length)
    checks.push(toCheck('lame', 'good', 'every server that answers is authoritative', '应答的服务器均为权威'))
  return checks
}

function checkAgreement(names: readonly string[], servers: readonly Looked[]): Check[] {
  const serials = [...new Set(servers.flatMap(({ row }) => row.serial ?? []))]
  const wanted = names.map(toNormalName).sort().join(' ')
  const telling = servers.filter(({ ns }) => ns.length > 0)
  const odd = telling.filter(({ ns }) => ns.join(' ') !== wanted).map(({ row }) => row)
  const checks: Check[] = []
  if (serials.length === 1) checks.push(toCheck('serial', 'good', 'all servers have the same serial', '各服务器序列号一致'))
  if (serials.length > 1)
    checks.push(toCheck('serial', 'notice', `serials differ: ${serials.join(', ')}`, `序列号不一致：${serials.join('、')}`))
  if (odd.length > 0) checks.push(toCheck('same-ns', 'notice', `other NS sets at ${list(odd)}`, `NS 集合不同：${list(odd)}`))
  else if (telling.length > 0)
    checks.push(
      toCheck('same-ns', 'good', 'the servers name the same servers as the resolver', '各服务器给出的 NS 集合与解析结果一致'),
    )
  return checks
}

/** What else resolvers need of a server: a name of its own, and room for answers that are long or signed. */
function checkServers(servers: readonly Looked[]): Check[] {
  const aliases = [...new Set(servers.filter(({ isAlias }) => isAlias).map(({ row }) => row.name))]
  const plain = servers.filter(({ hasEdns }) => hasEdns === false).map(({ row }) => row)
  const checks: Check[] = []
  if (aliases.length > 0)
    checks.push(
      toCheck(
        'ns-alias',
        'bad',
        `a name server must have a name of its own, not an alias (RFC 2181 §10.3): ${aliases.join(', ')}`,
        `域名服务器的名称不得是别名（RFC 2181 §10.3）：${aliases.join('、')}`,
      ),
    )
  if (plain.length > 0)
    checks.push(
      toCheck(
        'edns',
        'notice',
        `no EDNS, so no DNSSEC and no long answers over UDP (RFC 6891): ${list(plain)}`,
        `不支持 EDNS，无法提供 DNSSEC，也无法经 UDP 返回长应答（RFC 6891）：${list(plain)}`,
      ),
    )
  return checks
}

const WEEK_SECONDS = 604_800

/** The times by which secondaries copy the zone, and after which they give it up (RFC 1912 §2.2). */
function checkTimes(servers: readonly Looked[]): Check[] {
  const soa = servers.find((one) => one.soa)?.soa
  if (!soa) return []
  const fields = readRdata(soa.type, soa.rdata)!
  const [refresh, retry, expire] = ['refresh', 'retry', 'expire'].map((name) => Number(fields[name])) as [number, number, number]
  if (expire <= refresh + retry)
    return [
      toCheck(
        'soa-times',
        'bad',
        `secondaries give the zone up (${expire} s) before they have tried twice to renew it (${refresh} + ${retry} s)`,
        `从服务器在两次尝试更新（${refresh} + ${retry} 秒）之前就会放弃该区（${expire} 秒）`,
      ),
    ]
  if (expire < WEEK_SECONDS)
    return [
      toCheck(
        'soa-times',
        'notice',
        `without the primary, secondaries give the zone up after ${expire} s (RFC 1912 advises two weeks or more)`,
        `主服务器不可用时，从服务器 ${expire} 秒后即放弃该区（RFC 1912 建议不少于两周）`,
      ),
    ]
  return [
    toCheck(
      'soa-times',
      'good',
      `secondaries keep the zone for ${countOf(Math.floor(expire / 86_400), 'day')} without the primary`,
      `主服务器不可用时，从服务器可保留该区 ${Math.floor(expire / 86_400)} 天`,
    ),
  ]
}

function checkRecords(servers: readonly Looked[], hasApexAlias: boolean | undefined): Check[] {
  const ttl = Math.min(...servers.flatMap(({ nsTtls }) => nsTtls ?? []))
  const soa = servers.find((one) => one.soa)?.soa
  // RFC 2308 §5: the lesser of the two
  const minimum = soa && Math.min(soa.ttl, Number(readRdata(soa.type, soa.rdata)!['minimum']))
  const checks: Check[] = []
  if (hasApexAlias === true)
    checks.push(
      toCheck(
        'apex-alias',
        'bad',
        'a CNAME stands at the top of the zone (RFC 1912 §2.4)',
        '区顶点存在 CNAME（违反 RFC 1912 §2.4）',
      ),
    )
  if (hasApexAlias === false) checks.push(toCheck('apex-alias', 'good', 'no CNAME at the top of the zone', '区顶点没有 CNAME'))
  if (Number.isFinite(ttl))
    checks.push(toCheck('ns-ttl', ttl >= 3600 ? 'good' : 'notice', `NS records live ${ttl} s`, `NS 记录的 TTL 为 ${ttl} 秒`))
  if (minimum !== undefined)
    checks.push(
      toCheck(
        'negative-ttl',
        minimum <= 86_400 ? 'good' : 'notice',
        `“no such name” is kept for ${minimum} s (RFC 2308 advises at most a day)`,
        `否定应答缓存 ${minimum} 秒（RFC 2308 建议不超过一天）`,
      ),
    )
  return checks
}

function list(rows: readonly ServerRow[]): string {
  return rows.map(({ name, address }) => `${name} ${address}`.trim()).join(', ')
}
