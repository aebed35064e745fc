import { AppError } from '@octet/core/errors.ts'
import { icpResultSchema } from '@octet/core/probe/icp.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import filingNumber from '../../kinds/icp.ts'
import { parseTarget } from '../../lib/target.ts'

export default defineTool({
  id: 'icp',
  route: '/icpchaxun',
  call: 'icp_search',
  callNames: { domain: ['name', 'host', 'hostname', 'url', 'target', 'query'] },
  group: 'lookup',
  rank: 4,
  icon: 'Certificate',
  title: { en: 'ICP filing lookup', zh: 'ICP 备案查询' },
  summary: {
    en: 'The filing numbers a Chinese site shows, with province and link check',
    zh: '读取网站公示的备案号，核对省份与链接',
  },
  about: {
    en: 'Sites served from mainland China must show their filing number at the foot of the front page, linked to the ministry. This tool reads the front pages (with and without www, http and https) and checks number and link.\n\nIt reports what the site says of itself; only the ministry’s own query is authoritative, and a page without a number may still belong to a filed site. Results are cached for a day, for an hour if no number was found.',
    zh: '在中国大陆提供服务的网站须在首页底部公示备案号并链接至工信部。本工具读取首页（含与不含 www、http 与 https），核对号码与链接。\n\n结果仅为网站自述，以工信部官方查询为准；页面没有备案号不代表网站未备案。读取到的备案信息缓存一天，没有备案号的缓存一小时。',
  },
  keywords: ['beian', 'filing', 'license', '备案', '备案号', '公安备案', '工信部', '网安'],
  needs: ['probe'],
  errors: ['bad_domain', 'refused_target'],
  accepts: { domain: {}, url: {}, 'icp-command': {} },
  cost: 3,
  many: 'icp-batch',
  input: z.object({
    domain: z
      .string()
      .min(1)
      .max(2048)
      .meta({ label: { en: 'Domain', zh: '域名' }, placeholder: { en: 'example.cn', zh: 'example.cn' }, main: true }),
    isFresh: z
      .boolean()
      .default(false)
      .meta({
        label: { en: 'Read again', zh: '重新读取' },
        help: { en: 'Instead of using what was cached in the last day', zh: '不使用最近一天内缓存的结果' },
        advanced: true,
      }),
  }),
  output: icpResultSchema,
  examples: [
    { name: { en: 'A portal', zh: '门户网站' }, input: { domain: 'www.qq.com' } },
    { name: { en: 'A Chinese name', zh: '中文域名' }, input: { domain: '中国互联网络信息中心.中国' } },
  ],
  run: ({ domain, isFresh }, { probe, signal }) => {
    refuseNumber(domain.trim())
    return probe.icp.find(parseTarget(domain, 'domain').host, { isFresh, signal })
  },
})

/** A number does not say which site it is of; people try it all the same. */
function refuseNumber(text: string): void {
  if (!filingNumber.detect(text)) return
  throw new AppError('bad_input', {
    field: 'domain',
    expected: {
      en: 'the domain of a site (to find the owner of a number, ask beian.miit.gov.cn or beian.mps.gov.cn)',
      zh: '网站域名（按备案号反查请到 beian.miit.gov.cn 或 beian.mps.gov.cn）',
    },
    got: text.slice(0, 80),
  })
}
