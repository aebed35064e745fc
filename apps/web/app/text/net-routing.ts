/** Words of the BGP and RPKI page. */
export const routingText = {
  checks: { en: 'What agrees, and what does not', zh: '一致性检查' },
  lacking: { en: 'None.', zh: '没有。' },
  allOf: { en: 'All about AS{asn}', zh: '查看 AS{asn} 的全部信息' },
  prefixes: { en: 'Prefixes in the routing registries', zh: '路由登记库中的前缀' },
  cut: { en: 'The registry has more than are listed here.', zh: '登记库中还有更多，未全部列出。' },
  more: { en: 'and {count} more, in the copy and the download', zh: '另有 {count} 个，可通过复制或下载获取' },
} as const
