import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { badCharacter, refuseLoneSurrogate } from '../../lib/text-place.ts'

export default defineTool({
  id: 'html-entities',
  route: '/code/html-entities',
  group: 'code',
  rank: 40,
  icon: 'Code',
  title: { en: 'HTML entities', zh: 'HTML 实体编码' },
  summary: { en: 'Escape text for HTML or XML and read entities back', zh: 'HTML / XML 实体转义与还原' },
  about: {
    en: 'Reads all 2,231 entity names of the HTML standard, with the rules of browsers for missing semicolons; strict mode requires them. When encoding, escape only what HTML needs, everything outside ASCII, or use names where they exist.',
    zh: '支持 HTML 标准全部 2231 个实体名，缺少分号时按浏览器规则处理，严格模式则要求完整。输出可选仅转义必要字符、转义所有非 ASCII 字符，或优先使用实体名。',
  },
  keywords: ['html', 'xml', 'entity', 'entities', 'escape', 'unescape', '&amp;', '实体', '转义', '反转义'],
  input: z.object({
    text: z.string().meta({ label: { en: 'Text', zh: '文本' }, widget: 'text', main: true }),
    direction: z
      .enum(['auto', 'encode', 'decode'])
      .default('auto')
      .meta({
        label: { en: 'Direction', zh: '方向' },
        options: { auto: { en: 'Auto', zh: '自动' }, encode: { en: 'Encode', zh: '编码' }, decode: { en: 'Decode', zh: '解码' } },
      }),
    style: z
      .enum(['needed', 'named', 'decimal', 'hex'])
      .default('needed')
      .meta({
        label: { en: 'Style', zh: '方式' },
        options: {
          needed: { en: 'Only what HTML requires', zh: '仅必要字符' },
          named: { en: 'Named entities where possible', zh: '优先使用实体名' },
          decimal: { en: 'Non-ASCII as &#20013;', zh: '非 ASCII 转为 &#20013;' },
          hex: { en: 'Non-ASCII as &#x4E2D;', zh: '非 ASCII 转为 &#x4E2D;' },
        },
        when: { direction: ['auto', 'encode'] },
      }),
    strict: z
      .boolean()
      .default(false)
      .meta({
        label: { en: 'Entities must be known and end with ;', zh: '实体须已知且以分号结尾' },
        when: { direction: ['auto', 'decode'] },
        advanced: true,
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }),
    direction: z.enum(['encode', 'decode']).meta({
      label: { en: 'Action', zh: '操作' },
      options: { encode: { en: 'Encoded', zh: '已编码' }, decode: { en: 'Decoded', zh: '已解码' } },
    }),
  }),
  accepts: { 'html-entities': { direction: 'decode' } },
  examples: [
    {
      name: { en: 'Escape markup', zh: '转义标签' },
      input: { text: `<a href="x">Tom & 'Jerry'</a>` },
      output: { text: '&lt;a href=&quot;x&quot;&gt;Tom &amp; &apos;Jerry&apos;&lt;/a&gt;', direction: 'encode' },
    },
    {
      name: { en: 'Read entities', zh: '还原实体' },
      input: { text: '&lt;p&gt;caf&eacute; &#20013;&#x6587;&lt;/p&gt;' },
      output: { text: '<p>café 中文</p>', direction: 'decode' },
    },
    {
      name: { en: 'Non-ASCII in decimal', zh: '非 ASCII 转十进制' },
      input: { text: '中文 😀', direction: 'encode', style: 'decimal' },
      output: { text: '&#20013;&#25991; &#128512;', direction: 'encode' },
    },
  ],
  run: async ({ text, direction, style, strict }) => {
    refuseLoneSurrogate(text, 'text')
    const isDecoding = direction === 'decode' || (direction === 'auto' && /&(#\d+|#x[\da-f]+|[a-z][a-z\d]*);/i.test(text))
    return isDecoding
      ? { text: await decode(text, strict), direction: 'decode' as const }
      : { text: await encode(text, style), direction: 'encode' as const }
  },
})

async function encode(text: string, style: 'needed' | 'named' | 'decimal' | 'hex'): Promise<string> {
  const { encodeHTML, escapeUTF8 } = await import('entities')
  // Browsers read &#133; as “…” (HTML §13.2.5.80), so U+0080–U+009F can only stand as they are.
  if (style === 'named') return encodeHTML(text).replaceAll(/&#(1[2-5]\d);/g, (_, point: string) => String.fromCharCode(+point))
  const escaped = escapeUTF8(text)
  if (style === 'needed') return escaped
  // oxlint-disable-next-line no-control-regex -- everything but ASCII and the controls above it
  return escaped.replaceAll(/[^\0-\x9f]/gu, (char) => {
    const point = char.codePointAt(0) ?? 0
    return style === 'hex' ? `&#x${point.toString(16).toUpperCase()};` : `&#${point};`
  })
}

async function decode(text: string, isStrict: boolean): Promise<string> {
  const { decodeHTML, decodeHTMLStrict } = await import('entities')
  if (!isStrict) return decodeHTML(text)
  for (const { 0: entity, index } of text.matchAll(/&(#\d+|#x[\da-f]+|[a-z][a-z\d]*)?;?/gi))
    if (!entity.endsWith(';') || decodeHTMLStrict(entity) === entity)
      throw badCharacter({
        field: 'text',
        text,
        offset: index,
        expected: { en: `a known entity that ends with “;” instead of “${entity}”`, zh: `以分号结尾的已知实体，而非“${entity}”` },
      })
  return decodeHTMLStrict(text)
}
