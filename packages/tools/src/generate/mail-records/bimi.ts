import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { findUrl } from '../../lib/find-url.ts'
import type { Made } from './made.ts'

type Wanted = { readonly domain: string; readonly logo: string; readonly certificate: string }

/** The record that names a logo (draft-brand-indicators-for-message-identification §4.2). Throws `bad_input`. */
export function makeBimi({ domain, logo, certificate }: Wanted): Made {
  const image = readWeb(logo, 'logo')
  const proof = certificate.trim() === '' ? undefined : readWeb(certificate, 'certificate')
  const tags = [
    { part: 'v=BIMI1', meaning: { en: 'version', zh: '版本' } },
    { part: `l=${image}`, meaning: { en: 'the logo', zh: '标志' } },
    ...(proof === undefined
      ? []
      : [{ part: `a=${proof}`, meaning: { en: 'the certificate for it (VMC or CMC)', zh: '标志证书（VMC 或 CMC）' } }]),
  ]
  return {
    records: [
      {
        name: `default._bimi.${domain}`,
        type: 'TXT',
        value: `${tags.map(({ part }) => part).join('; ')};`,
        purpose: { en: 'BIMI: the logo that mail programs may show', zh: 'BIMI：邮件客户端可显示的标志' },
      },
    ],
    parts: tags.map((tag) => ({ record: 'BIMI', ...tag })),
    notes: [NEEDS_DMARC, ...(proof === undefined ? [NO_PROOF] : [])],
  }
}

function readWeb(text: string, field: string): string {
  const url = /^https:\/\//i.test(text.trim()) ? findUrl(text.trim()) : undefined
  if (url && (field === 'certificate' || !/\.(png|jpe?g|gif|webp|ico)$/i.test(url.pathname)))
    return url.href.replaceAll(';', '%3B').replaceAll(',', '%2C')
  throw new AppError('bad_input', { field, expected: EXPECTED[field as keyof typeof EXPECTED], got: text.trim().slice(0, 80) })
}

const EXPECTED = {
  logo: { en: 'an https address of an SVG (Tiny PS)', zh: 'SVG（Tiny PS）的 https 地址' },
  certificate: { en: 'an https address of a PEM file', zh: 'PEM 文件的 https 地址' },
} as const satisfies Record<string, Text>

const NEEDS_DMARC: Text = {
  en: 'The logo is shown only where the DMARC policy is quarantine or reject for all mail, subdomains included',
  zh: '只有 DMARC 策略对全部邮件（含子域名）为 quarantine 或 reject 时才会显示标志',
}
const NO_PROOF: Text = {
  en: 'Without a certificate (a=) Gmail and Apple Mail do not show it',
  zh: '没有证书（a=）时 Gmail 与 Apple Mail 不会显示',
}
