import { defineCard } from '../command.ts'

export default defineCard({
  summary: { en: 'Look up every line of the input, as CSV or NDJSON', zh: '逐行查询输入中的地址，输出 CSV 或 NDJSON' },
  usage: [
    'octet batch [--ndjson] < addresses.txt > result.csv',
    { en: 'octet batch [--ndjson] <file> …', zh: 'octet batch [--ndjson] <文件> …' },
    {
      en: '  an address a line, an object a line with it as ip, or a CSV, with or without a heading; - is the input',
      zh: '  每行一个地址、每行一个含 ip 的对象，或 CSV（首行可为列名）；- 表示标准输入',
    },
    {
      en: '  addresses anywhere in a log: octet pipeline extract ip-batch',
      zh: '  日志中任意位置的地址：octet pipeline extract ip-batch',
    },
    { en: '  OCTET_SERVER is asked if this machine has no data', zh: '  本机没有数据时查询 OCTET_SERVER' },
  ],
})
