import * as z from 'zod'
import type { Text } from '@octet/core/text.ts'

/** A labelled text of an answer. */
export const shown = (en: string, zh: string) => z.string().meta({ label: { en, zh } satisfies Text })

/** A labelled number of addresses or networks, in figures: IPv6 has more than a number holds. */
export const count = (en: string, zh: string) => z.string().meta({ label: { en, zh } satisfies Text, isCount: true })

/** The table of a plan, as {@link PlanRow}. */
export const planTable = z.array(
  z.object({
    name: shown('Name', '名称'),
    network: shown('Network', '网段'),
    mask: shown('Mask', '掩码'),
    firstHost: shown('First host', '首个主机'),
    lastHost: shown('Last host', '末个主机'),
    broadcast: shown('Broadcast', '广播地址'),
    hosts: count('Usable hosts', '可用主机数'),
    wanted: count('Wanted', '需求'),
  }),
)

/** Everything about one network, as {@link describeNetwork} makes it. */
export const networkFacts = z.object({
  network: shown('Network', '网段'),
  address: shown('Address', '地址'),
  prefix: z.int().meta({ label: { en: 'Prefix length', zh: '前缀长度' } }),
  mask: shown('Mask', '子网掩码'),
  wildcard: shown('Wildcard', '反掩码'),
  first: shown('First address', '首地址'),
  last: shown('Last address', '末地址'),
  broadcast: shown('Broadcast', '广播地址'),
  firstHost: shown('First host', '首个可用主机'),
  lastHost: shown('Last host', '末个可用主机'),
  addresses: count('Addresses', '地址总数'),
  hosts: count('Usable hosts', '可用主机数'),
  class: shown('Class', '类别'),
  type: shown('Type', '类型'),
  previous: shown('Previous network', '上一个网段'),
  next: shown('Next network', '下一个网段'),
  supernet: shown('Supernet', '上级网段'),
  reverseZones: shown('Reverse zone', '反向解析区'),
  full: shown('Written out', '完整写法'),
  integer: shown('Integer', '整数'),
  hex: shown('Hexadecimal', '十六进制'),
  hexMask: shown('Mask, hexadecimal', '十六进制掩码'),
  binary: shown('Binary', '二进制'),
  binaryMask: shown('Mask, binary', '二进制掩码'),
})
