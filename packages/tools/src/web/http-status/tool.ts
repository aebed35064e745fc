import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { findStatusCodes } from './codes.ts'

const shown = (en: string, zh: string) => z.string().meta({ label: { en, zh } })

export default defineTool({
  id: 'http-status',
  route: '/web/http-status',
  group: 'web',
  rank: 40,
  icon: 'World',
  title: { en: 'HTTP status codes', zh: 'HTTP 状态码' },
  summary: { en: 'What a status code means and where it is defined', zh: '查询 HTTP 状态码的含义与出处' },
  keywords: [
    '404',
    '502',
    'redirect',
    'rfc 9110',
    '状态码',
    '错误码',
    'http code',
    'status code',
    'http状态码',
    '403',
    '500',
    '418',
    '401',
    '503',
  ],
  input: z.object({
    text: z
      .string()
      .max(100)
      .default('')
      .meta({
        label: { en: 'Code, class or word', zh: '状态码、类别或关键词' },
        help: { en: 'Empty lists all', zh: '留空列出全部' },
        main: true,
        placeholder: { en: '404 · 5xx · timeout', zh: '404 · 5xx · 超时' },
      }),
  }),
  output: z.object({
    text: shown('Found', '查询结果'),
    rows: z
      .array(
        z.object({
          code: z.int().meta({ label: { en: 'Code', zh: '状态码' } }),
          name: shown('Name', '名称'),
          meaning: shown('Meaning', '含义'),
          source: shown('Defined by', '出处'),
        }),
      )
      .meta({ label: { en: 'Status codes', zh: '状态码' }, widget: 'table' }),
  }),
  accepts: { 'status-code': { text: '' } },
  examples: [
    {
      name: { en: 'One code', zh: '单个状态码' },
      input: { text: '404' },
      output: {
        text: '404 Not Found: There is nothing here.',
        rows: [{ code: 404, name: 'Not Found', meaning: 'There is nothing here.', source: 'RFC 9110' }],
      },
    },
    { name: { en: 'A class', zh: '一类' }, input: { text: '3xx' } },
    { name: { en: 'A word', zh: '关键词' }, input: { text: 'timeout' } },
  ],
  run({ text }, { lang }) {
    const rows = findStatusCodes(text).map(([code, name, meaning, source]) => ({ code, name, meaning: meaning[lang], source }))
    return { text: rows.map(({ code, name, meaning }) => `${code} ${name}: ${meaning}`).join('\n'), rows }
  },
})
