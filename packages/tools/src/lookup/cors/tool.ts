import { CORS_METHODS, corsReportSchema } from '@octet/core/probe/cors.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { connectToField, toConnectTo } from '../../lib/connect-to-field.ts'
import { familyField, toFamily } from '../../lib/family-field.ts'
import { TARGET_ERRORS } from '../../lib/target.ts'
import { urlField } from '../../lib/url-field.ts'
import { readHeaders } from './read-headers.ts'
import { readOrigin } from './read-origin.ts'
import { writeConfig } from './write-config.ts'

const config = (en: string, zh: string) => z.string().optional().meta({ label: { en, zh }, widget: 'code' })

export default defineTool({
  id: 'cors',
  route: '/lookup/cors',
  group: 'lookup',
  rank: 12,
  icon: 'ArrowsExchange',
  title: { en: 'CORS check', zh: 'CORS 检测' },
  summary: {
    en: 'Whether pages of another site may read an address, and which header is in the way',
    zh: '检测其他网站的页面能否读取某个网址，以及被哪个标头拦截',
  },
  about: {
    en: 'This server asks as a browser does for a page of that origin: first the preflight (OPTIONS), where the Fetch standard calls for one, then the request itself, and at each redirect anew. The answers are judged by the standard’s own steps; browsers agree with few exceptions.\n\nOnly GET, HEAD and OPTIONS are ever sent, without cookies; of headers only those that every site may send unasked. For POST, PUT, PATCH and DELETE the preflight alone is sent, and what remains open is said.\n\nWhere an answer names the origin that was asked with, up to five others are tried: a made-up one, null, the same by http, and names that begin or end alike. CORS keeps pages from reading, not servers from being asked: it is no protection against other programs.',
    zh: '由本站服务器像浏览器那样代该来源的页面请求：按 Fetch 标准需要时先发预检（OPTIONS），再发正式请求，每次重定向都重新判断。结论依照标准的步骤得出，各浏览器仅有少数例外。\n\n只发送 GET、HEAD 与 OPTIONS，不带 Cookie，标头也只带任何网站都能直接发送的那些。POST、PUT、PATCH 与 DELETE 只发预检，并说明哪些尚不能确定。\n\n若应答写明了请求的来源，会再换用几个来源试探：虚构的来源、null、同名的 http 来源，以及开头或结尾相似的名称。CORS 只限制页面读取，并不阻止请求到达服务器，也挡不住浏览器以外的程序。',
  },
  keywords: [
    'cors',
    'cors error',
    'cors tester',
    'cross-origin',
    'access-control-allow-origin',
    'preflight',
    'origin header',
    'blocked by cors policy',
    '跨域',
    '跨源',
    '预检',
    '同源策略',
  ],
  needs: ['probe'],
  errors: TARGET_ERRORS,
  accepts: { 'cors-error': {}, url: {} },
  cost: 4,
  input: z.object({
    url: urlField,
    origin: z
      .string()
      .max(300)
      .default('https://example.com')
      .meta({
        label: { en: 'Origin of the page', zh: '页面来源' },
        placeholder: { en: 'https://example.com', zh: 'https://example.com' },
        help: {
          en: 'Scheme, host and port of the page whose script asks; null for sandboxed frames and files.',
          zh: '发起请求的页面的协议、主机与端口；沙盒框架与本地文件填 null。',
        },
      }),
    method: z
      .enum(CORS_METHODS)
      .default('GET')
      .meta({
        label: { en: 'Method', zh: '方法' },
        help: {
          en: 'Of others than GET and HEAD only the preflight is sent.',
          zh: 'GET 与 HEAD 以外的方法只发送预检。',
        },
      }),
    headers: z
      .string()
      .max(8000)
      .default('')
      .meta({
        label: { en: 'Headers that the script sets', zh: '脚本设置的标头' },
        placeholder: { en: 'Content-Type: application/json', zh: 'Content-Type: application/json' },
        help: {
          en: '“Name: value” by the line, or names with commas between.',
          zh: '每行一个“名称: 值”，或以逗号分隔的名称。',
        },
        widget: 'text',
        advanced: true,
        secret: true, // of what people copy there, a token may be part
      }),
    withCredentials: z
      .boolean()
      .default(false)
      .meta({
        label: { en: 'With credentials', zh: '携带凭据' },
        help: {
          en: 'As with credentials: "include"; no cookies are sent from here.',
          zh: '相当于 credentials: "include"；本工具不会发送 Cookie。',
        },
      }),
    family: familyField,
    connectTo: connectToField,
  }),
  output: corsReportSchema.extend({
    nginx: config('For nginx', 'nginx 配置'),
    node: config('For Node.js', 'Node.js 代码'),
  }),
  examples: [
    {
      name: { en: 'An open API', zh: '公开接口' },
      input: { url: 'https://api.github.com/' },
    },
    {
      name: { en: 'JSON with a token', zh: '带令牌的 JSON' },
      input: {
        url: 'https://api.github.com/user/repos',
        origin: 'https://app.example.com',
        method: 'POST',
        headers: 'Content-Type: application/json\nAuthorization: Bearer token',
      },
    },
    {
      name: { en: 'With cookies', zh: '携带 Cookie' },
      input: { url: 'https://www.wikipedia.org/', withCredentials: true },
    },
  ],
  async run({ url, origin, method, headers, withCredentials, family, connectTo }, { probe, signal, lang }) {
    const [page, set] = [readOrigin(origin), readHeaders(headers)]
    const report = await probe.cors.report(url.trim(), {
      origin: page,
      method,
      headers: set,
      withCredentials,
      ...toFamily(family),
      ...toConnectTo(connectTo),
      signal,
    })
    const asked = report.steps.flatMap(({ sent }) => sent).find(({ name }) => name === 'Access-Control-Request-Headers')
    const names = asked?.value.split(',') ?? []
    return {
      ...report,
      ...(report.verdict === 'blocked' && writeConfig({ origin: page, method, names, withCredentials }, lang)),
    }
  },
})
