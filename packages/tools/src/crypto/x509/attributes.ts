import type { Lang, Text } from '@octet/core/text.ts'
import { DER, listParts, needDer, readFirst, toOid, toValueText } from '../../lib/der.ts'

export type Attribute = { name: string; value: string }

/** Names of attributes (RFC 2985 §5.4, and those of certreq). */
const NAMES: Readonly<Record<string, Text>> = {
  '1.2.840.113549.1.9.2': { en: 'Unstructured name', zh: '非结构化名称' },
  '1.2.840.113549.1.9.7': { en: 'Challenge password', zh: '质询口令' },
  '1.2.840.113549.1.9.8': { en: 'Unstructured address', zh: '非结构化地址' },
  '1.3.6.1.4.1.311.2.1.14': { en: 'Extensions (Microsoft)', zh: '扩展（微软）' },
  '1.3.6.1.4.1.311.13.2.2': { en: 'Cryptographic provider (Microsoft)', zh: '加密服务提供程序（微软）' },
  '1.3.6.1.4.1.311.13.2.3': { en: 'System version (Microsoft)', zh: '系统版本（微软）' },
  '1.3.6.1.4.1.311.21.20': { en: 'Client (Microsoft)', zh: '客户端信息（微软）' },
}
/** What it asks to be in the certificate is shown as its extensions. */
const EXTENSIONS = '1.2.840.113549.1.9.14'
/** Tags of the attributes of a request and of a set (RFC 2986 §4.1). */
const [ATTRIBUTES, SET] = [0xa0, 0x31]
/** What a request says besides its extensions. Throws a RangeError where it is not whole. */
export function listAttributes(request: Uint8Array, lang: Lang): Attribute[] {
  const [signed] = listParts(needDer(readFirst(request), DER.sequence))
  const list = listParts(needDer(signed, DER.sequence)).find(({ tag }) => tag === ATTRIBUTES)
  return (list ? listParts(list) : []).flatMap((attribute) => {
    const [type, values] = listParts(needDer(attribute, DER.sequence))
    const oid = toOid(needDer(type, DER.oid))
    if (oid === EXTENSIONS) return []
    return [{ name: NAMES[oid]?.[lang] ?? oid, value: listParts(needDer(values, SET)).map(toValueText).join(', ') }]
  })
}
