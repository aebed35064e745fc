import { defineCard } from '../command.ts'

export default defineCard({
  summary: {
    en: 'Show how addresses are spread over countries, cities and networks',
    zh: '汇总地址在国家、城市与网络上的分布',
  },
  usage: [
    'command | octet summarize [--json]',
    'octet summarize 8.8.8.8 1.1.1.1',
    { en: '  OCTET_SERVER is asked if this machine has no data', zh: '  本机没有数据时由 OCTET_SERVER 汇总' },
  ],
})
