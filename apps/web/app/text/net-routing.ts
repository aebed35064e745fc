/** Words of the BGP and RPKI page. */
export const routingText = {
  checks: { en: 'Consistency checks', zh: '一致性检查' },
  lacking: { en: 'None.', zh: '没有。' },
  allOf: { en: 'All about AS{asn}', zh: '查看 AS{asn} 的全部信息' },
  prefixes: { en: 'Prefixes in the routing registries', zh: '路由登记库中的前缀' },
  cut: { en: 'The registry has more than are listed here.', zh: '登记库中还有更多，未全部列出。' },
  declared: { en: 'AS{asn}: neighbours as its operator declares them', zh: 'AS{asn}：运营者登记的相邻 AS' },
  declaredBy: {
    en: 'As declared in {source}, not as seen in BGP; it may be out of date.',
    zh: '取自 {source} 的登记，并非 BGP 实测，可能已过时。',
  },
  declaredOn: { en: 'Changed on {date}.', zh: '更新于 {date}。' },
  upstream: { en: 'Upstreams', zh: '上游' },
  peer: { en: 'Peers', zh: '对等' },
  customer: { en: 'Customers', zh: '下游客户' },
  unclear: { en: 'Not clear', zh: '不明确' },
  more: { en: 'and {count} more, in the copy and the download', zh: '另有 {count} 个，可通过复制或下载获取' },
} as const
