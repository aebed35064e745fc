import type { Lang } from '@octet/core/text.ts'
import { toSizeText } from '../../lib/bytes.ts'
import type { Fact } from './exif-values.ts'

type Reported = {
  readonly format: string
  readonly sizeBytes: number
  readonly width?: number
  readonly height?: number
  readonly colour?: string
  readonly reveals: readonly string[]
  readonly ai: readonly string[]
  readonly facts: readonly Fact[]
  readonly latitude?: number
  readonly longitude?: number
}

/** Everything as lines of text, for the clipboard and the terminal. */
export function toReport(
  { format, sizeBytes, width, height, colour, reveals, ai, facts, latitude, longitude }: Reported,
  lang: Lang,
): string {
  const zh = lang === 'zh'
  const colon = zh ? '：' : ': '
  const listed = (label: string, items: readonly string[]) =>
    items.length > 0 ? [`${label}${colon}${items.join(zh ? '、' : ', ')}`] : []
  const head = [format, width && height ? `${width} × ${height} px` : '', colour ?? '', toSizeText(sizeBytes)]
    .filter(Boolean)
    .join(zh ? '，' : ', ')
  const groups = Map.groupBy(facts, ({ group }) => group)
  return [
    head,
    ...listed(zh ? '坐标' : 'Coordinates', latitude === undefined ? [] : [`${latitude}, ${longitude}`]),
    ...listed(zh ? '会透露' : 'It gives away', reveals),
    ...listed(zh ? 'AI 痕迹' : 'Signs of AI', ai),
    ...[...groups].flatMap(([group, items]) => ['', `[${group}]`, ...items.map(({ name, value }) => `${name}${colon}${value}`)]),
  ].join('\n')
}
