import type { IpRecord } from '@octet/core/ip/record.ts'
import { useText } from '../lang.tsx'
import { toJsonText } from '../result/main-text.ts'
import { ipText } from '../text/ip.ts'
import { CodeTabs } from '../ui/code-tabs.tsx'

/** The record as a program gets it, and the calls that give it. */
export function RecordTabs({ record, query = record.ip }: { record: IpRecord; query?: string }) {
  const t = useText()
  const path = `$ORIGIN/v1/ip/${encodeURIComponent(query).replaceAll('%3A', ':')}`
  const codes = [
    { id: 'json', label: t(ipText.tabJson), code: toJsonText(record) },
    {
      id: 'curl',
      label: t(ipText.tabCurl),
      code: `curl ${path}\ncurl '${path}?fields=country_code,city_name,ASN&raw=1'\ncurl '${path}?format=yaml'`,
    },
    { id: 'text', label: t(ipText.tabText), code: `curl ${path}/country_code\ncurl ${path}/ASN.asn` },
    {
      id: 'batch',
      label: t(ipText.tabBatch),
      code: `curl -X POST '$ORIGIN/v1/ip/batch?format=csv' \\\n  -H 'content-type: text/plain' \\\n  --data-binary @addresses.txt`,
    },
  ]
  return (
    <section className="ip-panel ip-raw">
      <h2>{t(ipText.raw)}</h2>
      <CodeTabs label={t(ipText.raw)} codes={codes} />
    </section>
  )
}
