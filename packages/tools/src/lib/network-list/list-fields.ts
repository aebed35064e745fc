import type { FieldMeta } from '@octet/core/tool.ts'
import * as z from 'zod'
import { LIST_FORMATS } from './write-list.ts'

/** The input fields that say how a list of networks is written; drawn only while `when` holds. */
export function listFields(when?: FieldMeta['when']) {
  return {
    format: z
      .enum(LIST_FORMATS)
      .default('text')
      .meta({
        label: { en: 'Format', zh: '输出格式' },
        ...(when && { when }),
        options: {
          text: { en: 'CIDR lines', zh: 'CIDR 列表' },
          range: { en: 'Range lines', zh: '地址段列表' },
          csv: { en: 'CSV', zh: 'CSV' },
          json: { en: 'JSON', zh: 'JSON' },
          nginx: { en: 'nginx', zh: 'nginx' },
          apache: { en: 'Apache', zh: 'Apache' },
          haproxy: { en: 'HAProxy', zh: 'HAProxy' },
          nftables: { en: 'nftables', zh: 'nftables' },
          ipset: { en: 'ipset', zh: 'ipset' },
          iptables: { en: 'iptables', zh: 'iptables' },
          route: { en: 'Linux blackhole routes', zh: 'Linux 黑洞路由' },
          mikrotik: { en: 'MikroTik', zh: 'MikroTik' },
          cisco: { en: 'Cisco prefix list', zh: 'Cisco 前缀列表' },
        },
      }),
    action: z
      .enum(['deny', 'allow'])
      .default('deny')
      .meta({
        label: { en: 'Action', zh: '动作' },
        when: { ...when, format: ['nginx', 'apache', 'haproxy', 'nftables', 'iptables', 'cisco'] },
        options: { deny: { en: 'Deny', zh: '拒绝' }, allow: { en: 'Allow', zh: '允许' } },
      }),
    name: z
      .string()
      .max(31)
      .default('octet')
      .meta({
        label: { en: 'Name of the set', zh: '集合名称' },
        when: { ...when, format: ['haproxy', 'nftables', 'ipset', 'mikrotik', 'cisco'] },
        advanced: true,
      }),
  }
}
