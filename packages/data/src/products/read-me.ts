import type { Manifest, UsedSource } from '@octet/ipdb/manifest.ts'
import type { Product } from '@octet/ipdb/write/product.ts'
import { FORMATS, type FormatId } from './formats.ts'

export type ReadMeOptions = {
  readonly product: Product
  readonly formatId: FormatId
  readonly manifest: Manifest
  readonly brand: string
}

function toNote(formatId: FormatId, { hasPlaces = false }: Product): string {
  if (formatId === 'mmdb.tar.gz') return '\nNested layout. Paths:'
  if (formatId !== 'csv.zip') return ''
  return hasPlaces
    ? '\nBlocks name a network in CIDR notation; location_id leads to the Locations files, and is good within this build only.\nFlat columns for reference:'
    : '\nBlocks name a network in CIDR notation. Columns behind it:'
}

/** `README.txt` of an archive: what is inside, how fresh it is and how often it changes. */
export function toReadMe({ product, formatId, manifest, brand }: ReadMeOptions): string {
  const { title, summary, nestedFields } = product
  const columns = (formatId === 'csv.zip' && product.blockColumns) || product.columns
  const fields =
    formatId === 'mmdb.tar.gz'
      ? nestedFields.map((path) => `  ${path}`)
      : columns.map(
          ({ name, type, description }) => `  ${name.padEnd(18)} ${type.padEnd(8)} ${description.en} / ${description.zh}`,
        )
  return [
    `${brand} ${title.en} / ${title.zh}`,
    `${FORMATS[formatId].title.en} / ${FORMATS[formatId].title.zh}`,
    '',
    `Content / 数据内容: ${summary.en}`,
    `  ${summary.zh}`,
    `Build / 构建: ${manifest.build} (${manifest.date.slice(0, 10)})`,
    `Update frequency / 更新频率: daily, when a source has changed / 每日（数据源有变化时）`,
    'Period of use / 使用期限: this build may be used as long as its licences allow; use the newest one for fresh answers.',
    '  在许可证允许的范围内可一直使用；建议使用最新构建。',
    '',
    `Fields / 字段${toNote(formatId, product)}`,
    ...fields,
    '',
    'Ranges do not overlap. IPv4 comes first, then IPv6; addresses are in canonical form (RFC 5952). Empty values are not known.',
    '地址段互不重叠，IPv4 在前、IPv6 在后，地址为规范写法（RFC 5952）；空值表示未知。',
    '',
    'Licences and credits: LICENSES.txt / 许可证与署名见 LICENSES.txt',
    '',
  ].join('\n')
}

/** `LICENSES.txt`: the terms of every source and the credit its owner asks for. */
export function toLicences(sources: readonly UsedSource[]): string {
  return [
    'This database is made from the sources below. Their data have been changed: cut to what is asked for, merged, and corrected',
    'where they contradict each other. Their owners neither vouch for the result nor are liable for it.',
    'Keep these credits where you show or pass on its data.',
    '本数据库由以下数据源制成，数据已经过修改：截取、合并，并在相互矛盾处更正。各数据源所有者不对其作任何担保，也不承担责任。',
    '展示或转发数据时请保留这些署名。',
    '',
    ...sources.flatMap(({ title, licence, homepage, date }) => [
      `${title.en} / ${title.zh}${date ? ` (${date})` : ''}`,
      `  ${licence.attribution.en}`,
      `  ${licence.name}  ${licence.url}`,
      `  ${homepage}`,
      '',
    ]),
  ].join('\n')
}

/** One line of credits, and that the data have been changed (CC BY 4.0 §3(a)(1)(B)), for the metadata of formats that have no place for files. */
export function toCredits(sources: readonly UsedSource[]): string {
  const credits = new Set(sources.map(({ licence }) => `${licence.attribution.en} (${licence.name}, ${licence.url})`))
  return `Merged and changed from: ${[...credits].join('; ')}`
}
