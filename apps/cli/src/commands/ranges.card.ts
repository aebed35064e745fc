import { defineCard } from '../command.ts'

export default defineCard({
  summary: { en: 'List the networks of a country, AS, organisation, domain or tag', zh: '列出国家、AS、机构、域名或标签的网段' },
  usage: [
    'octet ranges country SG [--format nftables] [--family ipv4]',
    'octet ranges asn AS15169',
    'octet ranges org Google',
    'octet ranges domain google.com',
    'octet ranges tag tor',
    { en: '  OCTET_SERVER is asked if this machine has no data', zh: '  本机没有数据时查询 OCTET_SERVER' },
  ],
})
