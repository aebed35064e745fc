import type { Lang } from '@octet/core/text.ts'
import {
  findKsuidTime,
  findObjectIdTime,
  findSnowflakeTime,
  findUlidTime,
  findUuidTime,
  findXid,
  SNOWFLAKE_EPOCHS,
} from '../../lib/id-time.ts'

export type IdFacts = { id: string; kind: string; time: string; details: string }

const VERSIONS: Readonly<Record<string, { en: string; zh: string }>> = {
  1: { en: 'time and node', zh: '时间与节点' },
  2: { en: 'DCE security', zh: 'DCE 安全' },
  3: { en: 'name, MD5', zh: '名称，MD5' },
  4: { en: 'random', zh: '随机' },
  5: { en: 'name, SHA-1', zh: '名称，SHA-1' },
  6: { en: 'time and node, sortable', zh: '时间与节点，可排序' },
  7: { en: 'Unix milliseconds, sortable', zh: 'Unix 毫秒，可排序' },
  8: { en: 'free form', zh: '自定义' },
}

/** What an id says about itself; undefined when it is of no known kind. */
export function findIdFacts(text: string, lang: Lang): IdFacts | undefined {
  const id = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
  const uuid = decodeUuid(id, lang)
  if (uuid) return uuid
  const timed = findUlidTime(id) ?? findObjectIdTime(id) ?? findKsuidTime(id)
  if (timed) return { id, kind: timed.kind, time: toIso(timed.ns), details: '' }
  const xid = findXid(id)
  const words = { en: ['machine', 'counter', 'process'], zh: ['机器', '序号', '进程'] }[lang]
  if (xid) {
    const details = `${words[0]} ${xid.machine.toString(16).padStart(6, '0')}, ${words[2]} ${xid.process}, ${words[1]} ${xid.counter}`
    return { id, kind: xid.kind, time: toIso(xid.ns), details }
  }
  const [twitter, discord] = [findSnowflakeTime(id, SNOWFLAKE_EPOCHS.twitter), findSnowflakeTime(id, SNOWFLAKE_EPOCHS.discord)]
  if (twitter === undefined || discord === undefined) return undefined
  const value = BigInt(id)
  return {
    id,
    kind: 'Snowflake',
    time: `Twitter ${toIso(twitter)} / Discord ${toIso(discord)}`,
    details: `${words[0]} ${(value >> 12n) & 1023n}, ${words[1]} ${value & 4095n}`,
  }
}

function decodeUuid(id: string, lang: Lang): IdFacts | undefined {
  const hex = id
    .replace(/^(?:urn:uuid:|\{)/i, '')
    .replaceAll(/[-}]/g, '')
    .toLowerCase()
  if (!/^[\da-f]{32}$/.test(hex)) return undefined
  if (/^0+$/.test(hex)) return { id, kind: 'UUID nil', time: '', details: '' }
  if (/^f+$/.test(hex)) return { id, kind: 'UUID max', time: '', details: '' }
  const variant = Number.parseInt(hex[16]!, 16)
  if (variant < 8 || variant > 11) {
    const details = { en: 'not an RFC 9562 variant: the version means nothing', zh: '不属于 RFC 9562 变体，版本号无意义' }[lang]
    return { id, kind: variant < 8 ? 'UUID (NCS)' : variant < 14 ? 'UUID (Microsoft)' : 'UUID', time: '', details }
  }
  const time = findUuidTime(id)
  return { id, kind: `UUIDv${hex[12]}`, time: time ? toIso(time.ns) : '', details: toDetails(hex, lang) }
}

function toDetails(hex: string, lang: Lang): string {
  const what = VERSIONS[hex[12]!]?.[lang] ?? { en: 'unknown version', zh: '未知版本' }[lang]
  if (hex[12] !== '1' && hex[12] !== '6') return what
  const node = hex.slice(20).match(/../g)!.join(':')
  const isRandom = Number.parseInt(hex.slice(20, 22), 16) & 1
  const clock = Number.parseInt(hex.slice(16, 20), 16) & 0x3fff
  const words = { en: [isRandom ? 'random node' : 'MAC', 'clock sequence'], zh: [isRandom ? '随机节点' : 'MAC', '时钟序列'] }[
    lang
  ]
  return `${what}; ${words[0]} ${node}, ${words[1]} ${clock}`
}

function toIso(ns: bigint): string {
  const rest = ((ns % 1_000_000n) + 1_000_000n) % 1_000_000n
  const ms = Number((ns - rest) / 1_000_000n) // the one before, also of times before 1970
  if (Math.abs(ms) > 8.64e15) return ''
  const iso = new Date(ms).toISOString()
  return rest === 0n ? iso : `${iso.slice(0, -1)}${rest.toString().padStart(6, '0').replace(/0+$/, '')}Z`
}
