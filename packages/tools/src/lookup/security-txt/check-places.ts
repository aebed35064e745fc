import type { SecurityTxtPlace } from '@octet/core/probe/page.ts'
import { findUrl } from '../../lib/find-url.ts'
import { bad, notice, type Problem } from './problem.ts'
import { isField } from './check-fields.ts'
import type { Field } from './read-lines.ts'

/** Whether something that may be a security.txt came from a place; many sites answer every address with a page. */
export const isThere = ({ text }: SecurityTxtPlace): boolean => text !== null && !isPage(text)

const isPage = (text: string): boolean => /^\s*<(!doctype|html|head|body|\?xml)/i.test(text)

/** How a file is served: over what, as what, from where (RFC 9116 §3). */
export function checkPlaces(
  [wellKnown, older]: readonly [SecurityTxtPlace, SecurityTxtPlace],
  used: SecurityTxtPlace,
): Problem[] {
  return [
    ...(used === older
      ? [
          bad(
            '3',
            'The file is only at /security.txt, the older place; it belongs to /.well-known/security.txt',
            '文件只在旧位置 /security.txt，应放在 /.well-known/security.txt',
          ),
        ]
      : []),
    ...(used === wellKnown && isThere(older) && older.text !== wellKnown.text
      ? [
          notice(
            '3',
            'At /security.txt there is another file; that of /.well-known/ counts. Redirect the older place to it',
            '/security.txt 处是另一份文件；以 /.well-known/ 处为准，应将旧位置重定向过去',
          ),
        ]
      : []),
    ...checkTransport(used),
    ...checkType(used),
    ...checkRedirects(used),
    ...(used.isCut
      ? [
          bad(
            '5.4',
            'The file is longer than 100,000 bytes; what comes after was not read',
            '文件超过 100,000 字节，其后的内容未读取',
          ),
        ]
      : []),
    ...(used.isUtf8 ? [] : [bad('4', 'There are bytes in the file that are not UTF-8', '文件中有不属于 UTF-8 的字节')]),
  ]
}

function checkTransport({ asked, redirects, isTrusted }: SecurityTxtPlace): Problem[] {
  const plain = [asked, ...redirects].find((url) => !url.startsWith('https:'))
  if (plain !== undefined)
    return [
      bad(
        '3',
        `It came from ${plain} without HTTPS, so that anybody on the way may have changed it`,
        `文件取自未加密的 ${plain}，途中可能被篡改，必须使用 HTTPS`,
      ),
    ]
  return isTrusted
    ? []
    : [bad('3', 'The certificate is not trusted, so that anybody may have sent the file', '证书不可信，文件可能来自他人')]
}

function checkType({ type }: SecurityTxtPlace): Problem[] {
  const wanted = 'Content-Type: text/plain; charset=utf-8'
  if (type === null)
    return [bad('3', `There is no Content-Type; “${wanted}” must be sent`, `缺少 Content-Type，必须为“${wanted}”`)]
  const [essence = '', ...parameters] = type.split(';').map((part) => part.trim().toLowerCase())
  const shown = type.slice(0, 80)
  if (essence !== 'text/plain')
    return [
      bad(
        '3',
        `Content-Type is “${shown}”, not “text/plain; charset=utf-8”`,
        `Content-Type 为“${shown}”，而不是“text/plain; charset=utf-8”`,
      ),
    ]
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '')
  if (charset === 'utf-8') return []
  return charset === undefined
    ? [notice('3', `Content-Type is “${shown}”, without charset=utf-8`, `Content-Type 为“${shown}”，没有 charset=utf-8`)]
    : [bad('3', `Content-Type says charset=${charset}, not utf-8`, `Content-Type 中的字符集为 ${charset}，而不是 utf-8`)]
}

/** Who can change where a redirect leads, can have reports sent to themselves. */
function checkRedirects({ asked, redirects }: SecurityTxtPlace): Problem[] {
  const host = findUrl(asked)?.hostname
  const other = redirects.find((url) => findUrl(url)?.hostname !== host)
  return other === undefined
    ? []
    : [
        notice(
          '5.2',
          `A redirect leads to another host, ${findUrl(other)?.host ?? other}: see that it is meant before you rely on it`,
          `重定向到了其他主机 ${findUrl(other)?.host ?? other}：使用前请先确认这是有意为之`,
        ),
      ]
}

/** Whether a file says that it belongs to where it came from (§2.5.2); of a pasted one nobody may know that. */
export function checkCanonical(fields: readonly Field[], places: readonly string[]): Problem[] {
  const canonical = fields.filter((field) => isField(field, 'canonical'))
  const from = new Set(places.flatMap((url) => findUrl(url)?.href ?? []))
  if (canonical.length === 0 || from.size === 0 || canonical.some(({ value }) => from.has(findUrl(value)?.href ?? ''))) return []
  return [
    bad(
      '2.5.2',
      `No Canonical names ${places.join(' or ')}, where the file is: it is not to be relied on`,
      `没有 Canonical 写明文件所在的 ${places.join(' 或 ')}，其内容不应采信`,
      canonical[0]!.line,
    ),
  ]
}
