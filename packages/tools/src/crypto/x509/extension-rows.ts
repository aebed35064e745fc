import type { Lang, Text } from '@octet/core/text.ts'
import type { Extension } from '@peculiar/x509'
import type { DerValue } from '../../lib/der.ts'
import { toExtensionText } from './extension-text.ts'

export type ExtensionRow = { name: string; isCritical: boolean; value: string }

/** One extension; of a kind that the library knows but cannot read, its bytes. */
export function readExtension(library: typeof import('@peculiar/x509'), { raw }: DerValue): Extension {
  const bytes = Uint8Array.from(raw)
  try {
    return library.ExtensionFactory.create(bytes)
  } catch {
    return new library.Extension(bytes)
  }
}

/** Extensions with their names and what they say. */
export function toExtensionRows(
  library: typeof import('@peculiar/x509'),
  extensions: readonly Extension[],
  lang: Lang,
): ExtensionRow[] {
  return extensions.map((extension) => ({
    name: NAMES[extension.type]?.[lang] ?? extension.type,
    isCritical: extension.critical,
    value: toExtensionText(library, extension),
  }))
}

/** Names of extensions by their object identifiers (RFC 5280 §4.2, §5.2, and those of Netscape and Microsoft). */
const NAMES: Readonly<Record<string, Text>> = {
  '2.5.29.14': { en: 'Subject key identifier', zh: '使用者密钥标识符' },
  '2.5.29.15': { en: 'Key usage', zh: '密钥用法' },
  '2.5.29.17': { en: 'Subject alternative name', zh: '使用者可选名称' },
  '2.5.29.19': { en: 'Basic constraints', zh: '基本约束' },
  '2.5.29.18': { en: 'Issuer alternative name', zh: '颁发者可选名称' },
  '2.5.29.20': { en: 'CRL number', zh: 'CRL 编号' },
  '2.5.29.27': { en: 'Delta CRL indicator', zh: '增量 CRL 指示符' },
  '2.5.29.28': { en: 'Issuing distribution point', zh: '颁发分发点' },
  '2.5.29.30': { en: 'Name constraints', zh: '名称约束' },
  '2.5.29.31': { en: 'CRL distribution points', zh: 'CRL 分发点' },
  '2.5.29.32': { en: 'Certificate policies', zh: '证书策略' },
  '2.5.29.35': { en: 'Authority key identifier', zh: '颁发机构密钥标识符' },
  '2.5.29.33': { en: 'Policy mappings', zh: '策略映射' },
  '2.5.29.36': { en: 'Policy constraints', zh: '策略约束' },
  '2.5.29.46': { en: 'Freshest CRL', zh: '最新 CRL' },
  '2.5.29.54': { en: 'Inhibit anyPolicy', zh: '禁止任意策略' },
  '2.5.29.37': { en: 'Extended key usage', zh: '扩展密钥用法' },
  '1.3.6.1.5.5.7.1.1': { en: 'Authority information access', zh: '颁发机构信息访问' },
  '1.3.6.1.5.5.7.1.11': { en: 'Subject information access', zh: '使用者信息访问' },
  '1.3.6.1.5.5.7.1.24': { en: 'TLS feature (OCSP must-staple)', zh: 'TLS 特性（OCSP 必须装订）' },
  '1.3.6.1.5.5.7.48.1.5': { en: 'OCSP no check', zh: 'OCSP 免检' },
  '1.3.6.1.4.1.311.20.2': { en: 'Certificate template name (Microsoft)', zh: '证书模板名称（微软）' },
  '1.3.6.1.4.1.311.21.1': { en: 'CA version (Microsoft)', zh: 'CA 版本（微软）' },
  '1.3.6.1.4.1.311.21.7': { en: 'Certificate template (Microsoft)', zh: '证书模板（微软）' },
  '2.16.840.1.113730.1.1': { en: 'Netscape certificate type', zh: 'Netscape 证书类型' },
  '2.16.840.1.113730.1.13': { en: 'Netscape comment', zh: 'Netscape 注释' },
  '1.3.6.1.4.1.11129.2.4.2': { en: 'Certificate transparency timestamps', zh: '证书透明度时间戳' },
}
