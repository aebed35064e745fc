import { AppError } from '@octet/core/errors.ts'
import { ipRecordSchema } from '@octet/core/ip/record.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'

export default defineTool({
  id: 'my-ip',
  route: '/ip',
  call: 'ip_self_search',
  group: 'ip',
  rank: 1,
  icon: 'CurrentLocation',
  title: { en: 'My IP address', zh: '我的 IP 地址' },
  summary: {
    en: 'The address other sites see you with, and what it reveals about you',
    zh: '查看您对外显示的 IP 地址及其透露的信息',
  },
  about: {
    en: 'The address is read from your connection to this server, never from a script. From a terminal, fetch the home page of this site with curl: the answer is your address as plain text.',
    zh: '地址取自您与本服务器的连接，而非脚本读取。在终端中用 curl 访问本站首页，即可得到纯文本地址。',
  },
  keywords: [
    'what is my ip',
    'own address',
    '本机',
    '外网',
    '公网',
    'my public ip',
    'external ip',
    'whoami',
    '本机ip',
    '公网ip',
    '外网ip',
    'device info',
    'browser info',
    'screen resolution',
  ],
  needs: ['ip'],
  input: z.object({}),
  output: ipRecordSchema,
  errors: ['data_missing'],
  examples: [
    { name: { en: 'Your address', zh: '您的地址' }, input: {} },
    { name: { en: 'Ask again', zh: '再次查询' }, input: {} },
  ],
  async run(_input, host) {
    if (!host.ip.self)
      throw new AppError('data_missing', {
        reason: { en: 'this program does not know its own public address', zh: '本程序不知道自己的公网地址' },
      })
    return host.ip.lookup(host.ip.self)
  },
})
