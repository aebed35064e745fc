import { defineKind } from '@octet/core/kind.ts'

const DIRECTIVE = /^\$(?:ORIGIN|TTL|GENERATE)[ \t]+\S/im
const TYPES =
  'SOA|NS|CNAME|DNAME|MX|TXT|SRV|PTR|CAA|NAPTR|HTTPS|SVCB|TLSA|SSHFP|DS|CDS|DNSKEY|CDNSKEY|RRSIG|NSEC|NSEC3|NSEC3PARAM|LOC|URI|HINFO'
/** With its class, as almost every record is written. */
const RECORD = new RegExp(
  String.raw`^(?!;)\S*[ \t]+(?:\d\w*[ \t]+)?IN[ \t]+(?:\d\w*[ \t]+)?(?:A[ \t]+\d+\.|AAAA[ \t]+[\da-fA-F]*:|(?:${TYPES})[ \t]+\S)`,
  'm',
)

export default defineKind({
  id: 'zone-file',
  title: { en: 'DNS records', zh: 'DNS 区域记录' },
  examples: [
    '$ORIGIN example.com.\n$TTL 3600\n@ IN SOA ns1 hostmaster 1 7200 900 1209600 3600\n@ IN NS ns1\nns1 IN A 192.0.2.1',
    'example.com.\t\t3600\tIN\tMX\t10 mail.example.com.',
    '; <<>> DiG 9.18 <<>> example.com\n;; ANSWER SECTION:\nexample.com.\t3600\tIN\tA\t192.0.2.1\n',
    '$TTL 1h\nwww A 192.0.2.1',
  ],
  counterExamples: [
    '$ORIGIN',
    'he is in a hurry',
    'all IN A row',
    'SELECT a IN (1)',
    '192.0.2.1 www.example.com',
    'example.com IN MX',
  ],
  detect: (sample) => (DIRECTIVE.test(sample) || RECORD.test(sample) ? { score: 0.97 } : undefined),
})
