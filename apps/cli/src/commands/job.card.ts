import { defineCard } from '../command.ts'

export default defineCard({
  summary: { en: 'Look up a file of up to a million lines on the server', zh: '在服务器上查询至多一百万行的文件' },
  usage: [
    {
      en: 'octet job add <file> [--to FILE]    send it, wait, and print its result',
      zh: 'octet job add <文件> [--to FILE]    提交，等待，输出结果',
    },
    { en: 'octet job add <file> --no-wait      print its id alone', zh: 'octet job add <文件> --no-wait      只输出任务编号' },
    {
      en: 'octet job add <file> --table           the file itself with columns added; --column NAME or NUMBER of its addresses',
      zh: 'octet job add <文件> --table           原文件追加结果列；--column 指定地址列（列名或列号）',
    },
    { en: 'octet job list                      the newest hundred', zh: 'octet job list                      最近一百个任务' },
    {
      en: 'octet job get <id> [--to FILE]      wait, and print its result',
      zh: 'octet job get <编号> [--to FILE]     等待并输出结果',
    },
    { en: 'octet job end <id>                  stop and delete it', zh: 'octet job end <编号>                停止并删除' },
    {
      en: '  --ndjson, --fields country_code,ASN.asn; an address a line, or the first column of a .csv; - is the input',
      zh: '  --ndjson、--fields country_code,ASN.asn；每行一个地址，或 .csv 首列；- 表示标准输入',
    },
    {
      en: '  OCTET_SERVER is the server, OCTET_KEY the key; Ctrl+C leaves the job to the server',
      zh: '  OCTET_SERVER 为服务器，OCTET_KEY 为密钥；按 Ctrl+C 后任务在服务器上继续',
    },
  ],
})
