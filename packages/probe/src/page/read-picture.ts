import type { PagePicture } from '@octet/core/probe/page.ts'
import { toProblem, type Beside } from './beside.ts'
import { readPictureFormat } from './picture-format.ts'

/** Pictures up to so many bytes come along in the answer. */
const MAX_SHOWN_BYTES = 400_000

/** Fetches a picture and tells what it is; what goes wrong stands in it. */
export async function readPicture(
  url: string,
  maxBytes: number,
  { fetcher, withPictures, ...options }: Beside,
): Promise<PagePicture> {
  const none = { url, type: null, width: null, height: null, sizeBytes: null, problem: null, data: null }
  try {
    if (url.startsWith('data:')) return { ...none, url: `${url.slice(0, 60)}…`, problem: NO_ADDRESS }
    const fetched = await fetcher.fetch(url, { ...options, maxBytes, headers: { accept: 'image/*,*/*;q=0.5' } })
    const { body, status, isCut } = fetched
    if (status >= 400) return { ...none, problem: { en: `answered with ${status}`, zh: `返回 ${status}` } }
    const format = readPictureFormat(body)
    if (!format)
      return { ...none, sizeBytes: isCut ? null : body.length, problem: toNoPicture(fetcher.header(fetched, 'content-type')) }
    const isShown = withPictures && !isCut && body.length <= MAX_SHOWN_BYTES
    return {
      ...none,
      ...format,
      sizeBytes: isCut ? toWholeSize(fetcher.header(fetched, 'content-length'), maxBytes) : body.length,
      data: isShown ? `data:${format.type};base64,${Buffer.from(body).toString('base64')}` : null,
    }
  } catch (error) {
    return { ...none, problem: toProblem(error) }
  }
}

const NO_ADDRESS = {
  en: 'a picture in the page itself, which nobody who shares it can fetch',
  zh: '图片内嵌在页面中，分享平台无法抓取',
}

function toNoPicture(type: string | undefined) {
  const shown = (type ?? '').slice(0, 60)
  return {
    en: `no picture came, but ${shown || 'something else'}`,
    zh: `返回的不是图片，而是${shown ? ` ${shown}` : '其他内容'}`,
  }
}

/** Of a picture that was not read to its end; null where the answer does not say, or says less than has come. */
function toWholeSize(length: string | undefined, read: number): number | null {
  const said = Number(length)
  return Number.isSafeInteger(said) && said >= read ? said : null
}
