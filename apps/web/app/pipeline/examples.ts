import type { Text } from '@octet/core/text.ts'
import type { PipelineInput } from '@octet/tools/pipeline/pipeline.ts'

export type PipelineExample = {
  readonly id: string
  readonly title: Text
  readonly note: Text
  readonly steps: PipelineInput['steps']
  readonly text: string
}

/** Worked examples. Addresses and names are those that RFC 5737, RFC 3849 and RFC 2606 keep for documentation, or public resolvers. */
export const PIPELINE_EXAMPLES: readonly PipelineExample[] = [
  {
    id: 'log',
    title: { en: 'Networks in a log', zh: '日志里的网络' },
    note: { en: 'Log → addresses → look up → group by AS → CSV', zh: '日志 → 提取地址 → 查询归属 → 按 AS 分组 → CSV' },
    steps: [
      { tool: 'extract', options: { what: 'ip' } },
      { tool: 'ip-batch' },
      { tool: 'group', options: { by: 'record.ASN.asn, record.ASN.organization' } },
    ],
    text: [
      '8.8.8.8 - - [01/Jan/2026:08:00:01 +0000] "GET / HTTP/1.1" 200 512',
      '1.1.1.1 - - [01/Jan/2026:08:00:02 +0000] "GET /a HTTP/1.1" 200 90',
      '8.8.4.4 - - [01/Jan/2026:08:00:04 +0000] "GET /b HTTP/1.1" 404 12',
      '2606:4700:4700::1111 - - [01/Jan/2026:08:00:09 +0000] "GET / HTTP/2.0" 200 512',
      '8.8.8.8 - - [01/Jan/2026:08:01:01 +0000] "GET /c HTTP/1.1" 200 512',
    ].join('\n'),
  },
  {
    id: 'base64',
    title: { en: 'Decode a list of Base64', zh: '批量解码 Base64' },
    note: { en: 'Each line → text', zh: '逐行解码为文本' },
    steps: [{ tool: 'base64', options: { direction: 'decode' }, eachLine: true }],
    text: 'aGVsbG8=\n5L2g5aW977yM5LiW55WM\nT2N0ZXQ=',
  },
  {
    id: 'hash',
    title: { en: 'Hash each line', zh: '逐行计算哈希' },
    note: { en: 'Trim → once each → SHA-256 per line', zh: '去空白 → 去重 → 每行 SHA-256' },
    steps: [
      { tool: 'lines', options: { action: 'trim' } },
      { tool: 'lines', options: { action: 'unique' } },
      { tool: 'hash', options: { algorithm: 'sha256' }, eachLine: true },
    ],
    text: 'ada@example.org\n grace@example.com \nada@example.org',
  },
  {
    id: 'mail',
    title: { en: 'Email addresses in a text', zh: '提取邮箱并整理' },
    note: { en: 'Extract → lower case → sort', zh: '提取 → 转小写 → 排序' },
    steps: [
      { tool: 'extract', options: { what: 'email' } },
      { tool: 'case', options: { to: 'lower' } },
      { tool: 'lines', options: { action: 'sort' } },
    ],
    text: 'Write to Grace@Example.com or ada@example.org;\n抄送：team@example.net、ADA@example.org。',
  },
  {
    id: 'rows',
    title: { en: 'CSV to grouped counts', zh: 'CSV 分组计数' },
    note: { en: 'CSV → JSON → count by city', zh: 'CSV → JSON → 按城市计数' },
    steps: [
      { tool: 'data-convert', options: { from: 'csv', to: 'json' } },
      { tool: 'group', options: { by: 'city' } },
    ],
    text: 'name,city\nAda,London\nGrace,New York\nAlan,London\n王芳,上海',
  },
  {
    id: 'link',
    title: { en: 'Clean links, one per line', zh: '清理链接中的跟踪参数' },
    note: { en: 'Extract URLs → drop tracking per line', zh: '提取网址 → 逐行去除跟踪参数' },
    steps: [
      { tool: 'extract', options: { what: 'url' } },
      { tool: 'url', options: { action: 'clean' }, eachLine: true },
    ],
    text: 'See https://example.com/a?id=7&utm_source=mail and http://example.org/b?utm_campaign=x&q=1',
  },
]
