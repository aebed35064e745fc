import { AsnPage } from '../net/asn/asn-page.tsx'
import { definePage } from '../page.ts'
import { asnText } from '../text/net-asn.ts'

const NUMBER = /^(?:as)?(\d{1,10})$/i

export default definePage<{ asn: string }>({
  title: asnText.title,
  description: asnText.description,
  isPrivate: true,
  isValid: ({ asn = '' }) => NUMBER.test(asn) && Number(NUMBER.exec(asn)?.[1]) <= 0xffff_ffff,
  load: ({ asn = '' }) => ({ asn: String(Number(NUMBER.exec(asn)?.[1])) }),
  describe: ({ asn }) => ({
    title: fill(asnText.numberTitle, asn),
    description: fill(asnText.numberDescription, asn),
  }),
  Component: AsnPage,
})

const fill = ({ en, zh }: { en: string; zh: string }, asn: string) => ({
  en: en.replace('{asn}', asn),
  zh: zh.replace('{asn}', asn),
})
