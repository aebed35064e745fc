import { makeDmarc } from './dmarc.ts'
import { joinMade, type Made } from './made.ts'

/** What a domain says that sends no mail and takes none, so that nobody can abuse it. Throws `bad_input`, `too_large`. */
export function makeNoMail({ domain, reports }: { readonly domain: string; readonly reports: string }): Made {
  const dmarc = makeDmarc({
    domain,
    reports,
    policy: 'reject',
    subdomains: 'same',
    missing: 'same',
    failures: '',
    isStrict: true,
    isTrial: false,
    isUnused: true,
  })
  return joinMade([
    {
      records: [
        {
          name: domain,
          type: 'MX',
          value: '0 .',
          purpose: { en: 'Null MX: the domain takes no mail (RFC 7505)', zh: '空 MX：此域名不接收邮件（RFC 7505）' },
        },
        { name: domain, type: 'TXT', value: 'v=spf1 -all', purpose: { en: 'SPF: nobody may send', zh: 'SPF：任何人都不得发信' } },
        {
          name: `*._domainkey.${domain}`,
          type: 'TXT',
          value: 'v=DKIM1; p=',
          purpose: { en: 'DKIM: every key is revoked', zh: 'DKIM：所有密钥均已撤销' },
        },
      ],
      parts: [],
      notes: [
        {
          en: 'The null MX must stand alone: delete other MX records, and all other SPF records',
          zh: '空 MX 必须单独存在：请删除其他 MX 记录与其他 SPF 记录',
        },
      ],
    },
    dmarc,
  ])
}
