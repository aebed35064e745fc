import type { Text } from '@octet/core/text.ts'
import { decodeText } from './decode-text.ts'
import { cutText } from './exif-values.ts'
import { startsWith, toView } from './image-scan.ts'

export type IptcField = { readonly name: string; readonly label: Text; readonly value: string }

/** Application record of IPTC IIM 4.2; names as in the IPTC Photo Metadata Standard. */
const DATASETS: Readonly<Record<number, readonly [string, string, string]>> = {
  5: ['ObjectName', 'Title', '标题'],
  7: ['EditStatus', 'Edit status', '编辑状态'],
  10: ['Urgency', 'Urgency', '紧急程度'],
  15: ['Category', 'Category', '类别'],
  20: ['SupplementalCategories', 'Further categories', '附加类别'],
  25: ['Keywords', 'Keywords', '关键词'],
  40: ['SpecialInstructions', 'Instructions', '特别说明'],
  55: ['DateCreated', 'Date', '创建日期'],
  60: ['TimeCreated', 'Time', '创建时间'],
  62: ['DigitalCreationDate', 'Digitised, date', '数字化日期'],
  63: ['DigitalCreationTime', 'Digitised, time', '数字化时间'],
  65: ['OriginatingProgram', 'Program', '来源程序'],
  80: ['By-line', 'Author', '作者'],
  85: ['By-lineTitle', 'Position of the author', '作者职务'],
  90: ['City', 'City', '城市'],
  92: ['Sub-location', 'Place', '具体地点'],
  95: ['Province-State', 'Province or state', '省/州'],
  100: ['Country-Code', 'Country code', '国家代码'],
  101: ['Country-Name', 'Country', '国家'],
  103: ['OriginalTransmissionReference', 'Job id', '作业标识'],
  105: ['Headline', 'Headline', '提要'],
  110: ['Credit', 'Credit', '提供者'],
  115: ['Source', 'Source', '来源'],
  116: ['CopyrightNotice', 'Copyright', '版权声明'],
  118: ['Contact', 'Contact', '联系方式'],
  120: ['Caption-Abstract', 'Caption', '说明'],
  122: ['Writer-Editor', 'Writer of the caption', '说明撰写人'],
}
const MAX_FIELDS = 500
const MAX_RESOURCES = 1_000
const IPTC_RESOURCE = 0x0404

/** The IPTC fields within Photoshop's image resources (Adobe Photoshop File Formats: «Image Resource Blocks»). */
export function readPhotoshop(bytes: Uint8Array): IptcField[] {
  const view = toView(bytes)
  for (let at = 0, n = 0; at + 12 <= bytes.length && n < MAX_RESOURCES; n++) {
    if (!startsWith(bytes, '8BIM', at)) break
    const id = view.getUint16(at + 4)
    // A name of even length with the byte that says its length, then the size.
    const sizeAt = at + 6 + ((bytes[at + 6]! + 2) & ~1)
    if (sizeAt + 4 > bytes.length) break
    const size = view.getUint32(sizeAt)
    if (id === IPTC_RESOURCE) return readIptc(bytes.subarray(sizeAt + 4, sizeAt + 4 + size))
    at = sizeAt + 4 + size + (size & 1)
  }
  return []
}

/** Datasets of IPTC IIM 4.2 §1.5; extended ones, which no picture needs, end the reading. */
export function readIptc(bytes: Uint8Array): IptcField[] {
  const view = toView(bytes)
  const found = new Map<number, string[]>()
  for (let at = 0, n = 0; at + 5 <= bytes.length && bytes[at] === 0x1c && n < MAX_FIELDS; n++) {
    const [record, dataset, size] = [bytes[at + 1], bytes[at + 2]!, view.getUint16(at + 3)]
    if (size & 0x8000) break
    const value = toClear(dataset, decodeText(bytes.subarray(at + 5, at + 5 + size)).trim())
    if (record === 2 && DATASETS[dataset] && value) found.set(dataset, [...(found.get(dataset) ?? []), value])
    at += 5 + size
  }
  return [...found].map(([dataset, values]) => {
    const [name, en, zh] = DATASETS[dataset]!
    return { name, label: { en, zh }, value: cutText(values.join('; ')) }
  })
}

const DATES: ReadonlySet<number> = new Set([55, 62])
const TIMES: ReadonlySet<number> = new Set([60, 63])

/** Days and times with their signs between; 00 for what is not known stays (IPTC IIM 4.2, 2:55 and 2:60). */
function toClear(dataset: number, text: string): string {
  if (DATES.has(dataset)) return text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  return TIMES.has(dataset)
    ? text.replace(
        /^(\d\d)(\d\d)(\d\d)(?:([+-]\d\d)(\d\d))?$/,
        (_, h, m, s, zone, rest) => `${h}:${m}:${s}${zone ? `${zone}:${rest}` : ''}`,
      )
    : text
}
