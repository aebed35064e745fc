import { defineCard } from '../command.ts'

export default defineCard({
  summary: {
    en: 'Look up addresses and networks in the data of this machine, or on the server',
    zh: '用本机数据（或服务器）查询 IP 地址与网络',
  },
  usage: [
    {
      en: 'octet lookup <address, host name or AS number> … [--json] [--field country_code]',
      zh: 'octet lookup <地址、域名或 AS 号> … [--json] [--field country_code]',
    },
    {
      en: '  invalid ones are named on stderr, the others are answered; the exit code is then 1',
      zh: '  有误的项在标准错误中列出，其余照常查询，此时退出码为 1',
    },
  ],
})
