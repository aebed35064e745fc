import { httpReportSchema } from '@octet/core/probe/http.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { connectToField, toConnectTo } from '../../lib/connect-to-field.ts'
import { familyField, toFamily } from '../../lib/family-field.ts'
import { TARGET_ERRORS } from '../../lib/target.ts'
import { urlField } from '../../lib/url-field.ts'

const METHODS = { GET: { en: 'GET', zh: 'GET' }, HEAD: { en: 'HEAD', zh: 'HEAD' } } as const

export default defineTool({
  id: 'http-headers',
  route: '/lookup/http-headers',
  group: 'lookup',
  rank: 11,
  icon: 'ListDetails',
  title: { en: 'HTTP headers', zh: 'HTTP 响应头' },
  summary: {
    en: 'Headers, redirect chain, timings and security checks of a page',
    zh: '查看网页的响应头、跳转链、各阶段耗时与安全检查',
  },
  about: {
    en: 'The page is fetched by this server over HTTP/1.1, without cookies and without running anything; a second handshake shows whether HTTP/2 is offered, and another connection whether the site can be reached over the other IP version.\n\nAt most ten redirects are followed, each checked like the first address, and none back to a page that has redirected before. Times count from the start of each request.\n\nThe grade counts what is missing of HSTS, CSP, nosniff, framing, referrer and cookie flags; without trusted TLS it is F. Permissions-Policy and the requirements of the HSTS preload list are reported, but not graded.',
    zh: '由本站服务器以 HTTP/1.1 抓取页面，不带 Cookie，也不执行任何脚本；是否支持 HTTP/2 另以一次握手询问；另一 IP 版本能否访问也以一次连接确认。\n\n最多跟随十次跳转，每次都重新检查目标地址；跳回已访问过的地址时即停止。各阶段时间均从该次请求开始计算。\n\n评级依据 HSTS、CSP、nosniff、防嵌入、Referrer 与 Cookie 标志的缺失数；没有可信 TLS 则为 F。Permissions-Policy 与 HSTS 预加载要求仅作提示，不计入评级。',
  },
  keywords: [
    'redirect',
    'hsts',
    'csp',
    'security headers',
    'curl',
    'ttfb',
    '跳转',
    '重定向',
    '响应头',
    '状态码',
    'redirect checker',
    'response headers',
    '请求头',
  ],
  needs: ['probe'],
  errors: TARGET_ERRORS,
  accepts: { domain: {}, url: {}, 'host-port': {} },
  cost: 2,
  input: z.object({
    url: urlField,
    method: z
      .enum(['GET', 'HEAD'])
      .default('GET')
      .meta({ label: { en: 'Method', zh: '方法' }, options: METHODS, advanced: true }),
    family: familyField,
    connectTo: connectToField,
  }),
  output: httpReportSchema,
  examples: [
    { name: { en: 'A page', zh: '网页' }, input: { url: 'https://example.com/' } },
    { name: { en: 'Without scheme', zh: '省略协议' }, input: { url: 'www.wikipedia.org' } },
  ],
  run: ({ url, method, family, connectTo }, { probe, signal }) =>
    probe.http.report(url.trim(), {
      method,
      ...toFamily(family),
      ...toConnectTo(connectTo),
      keepsWhatCame: true,
      asksMore: true,
      signal,
    }),
})
