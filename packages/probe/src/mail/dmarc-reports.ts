import type { MailReport } from '@octet/core/probe/mail.ts'
import { parse } from 'tldts'
import { toCheck, type Check } from '../check.ts'
import { isDmarc } from './dmarc.ts'
import type { TextBook } from './txt.ts'

type Dmarc = MailReport['dmarc']

const MAX_PLACES = 8

/** Who is told of forged mail, and whether those places have agreed to hear of it (RFC 9990 §4). */
export async function checkReports({ from, tags }: Dmarc, book: TextBook): Promise<Check[]> {
  if (from === null) return []
  const written = toUris(tags['rua'])
  const places = toPlaces(written)
  if (written.length === 0) return [NO_REPORTS]
  if (places.length === 0) return [NO_PLACE]
  const strays = written.filter((uri) => !/^https?:/i.test(uri) && toPlaces([uri]).length === 0).slice(0, 3)
  return [...toStraysCheck(strays), await checkLeave(places, { from, tags }, book)]
}

/** Addresses that reports cannot go to, beside others that they can. */
function toStraysCheck(strays: readonly string[]): Check[] {
  if (strays.length === 0) return []
  const shown = strays.map((uri) => uri.slice(0, 80)).join(', ')
  return [
    toCheck(
      'dmarc-address',
      'bad',
      `no DMARC reports go to ${shown}: an address must be written as mailto:name@domain`,
      `${shown} 收不到 DMARC 报告：地址须写作 mailto:name@domain`,
    ),
  ]
}

type Asking = { readonly from: string; readonly tags: Dmarc['tags'] }

/** Whether the places under other domains have agreed to hear of this one. */
async function checkLeave(places: readonly string[], { from, tags }: Asking, book: TextBook): Promise<Check> {
  // reports on single mails need the same leave (RFC 9991)
  const others = [...new Set([...places, ...toPlaces(toUris(tags['ruf']))])]
    .filter((place) => toOrganisation(place) !== toOrganisation(from))
    .slice(0, MAX_PLACES)
  const refused = (await Promise.all(others.map((place) => isRefused(place, from, book)))).flatMap((place) => place ?? [])
  const unasked = others.filter((place) => book.unasked.has(toAgreement(place, from)))
  if (refused.length === 0 && unasked.length > 0)
    return toCheck(
      'dmarc-reports',
      'notice',
      `whether ${unasked.join(', ')} agrees to DMARC reports could not be looked up; try again`,
      `未能查询 ${unasked.join('、')} 是否同意接收 DMARC 报告，请重试`,
    )
  if (refused.length === 0) return toCheck('dmarc-reports', 'good', 'DMARC reports are asked for', '已启用 DMARC 报告')
  const names = refused.map((place) => toAgreement(place, from)).join(', ')
  return toCheck(
    'dmarc-reports',
    'bad',
    `no DMARC reports go to ${refused.join(', ')}, which lacks the record that agrees to them (RFC 9990 §4): ${names}`,
    `${refused.join('、')} 收不到 DMARC 报告：缺少表示同意接收的记录（RFC 9990 §4）${names}`,
  )
}

const toUris = (list: string | undefined): string[] =>
  (list ?? '')
    .split(',')
    .map((uri) => uri.trim())
    .filter(Boolean)

/** The domains of mail boxes; a limit of size may stand behind. `mailto://` is another address. */
const toPlaces = (uris: readonly string[]): string[] =>
  uris.flatMap((uri) => /^mailto:(?!\/\/)[^@\s]+@([\w.-]+\w)(?:!\d+[kmgt]?)?$/i.exec(uri)?.[1]?.toLowerCase() ?? [])

const toOrganisation = (name: string): string => parse(name, { allowPrivateDomains: false }).domain ?? name

const toAgreement = (place: string, from: string): string => `${from}._report._dmarc.${place}`

/** The place itself where it has not agreed; undefined also where it could not be asked. */
async function isRefused(place: string, from: string, book: TextBook): Promise<string | undefined> {
  const name = toAgreement(place, from)
  const texts = await book.find(name)
  return texts.some(isDmarc) || book.unasked.has(name) ? undefined : place
}

const NO_REPORTS = toCheck(
  'dmarc-reports',
  'notice',
  'DMARC asks for no reports (rua): nobody reports forged mail, or your own mail that fails',
  'DMARC 未请求报告（rua）：无从得知伪造邮件，也无从得知自己的邮件是否验证失败',
)
const NO_PLACE = toCheck(
  'dmarc-reports',
  'bad',
  'DMARC names no mailto: address (rua): no reports can be sent',
  'DMARC 没有 mailto: 地址（rua），收不到任何报告',
)
