import { defineCard } from '../command.ts'

export default defineCard({
  summary: { en: 'Measure from monitoring points', zh: '从监测点测量' },
  usage: [
    {
      en: 'octet measure ping|traceroute|mtr|dns|http|tls <target> … [from <place>]',
      zh: 'octet measure ping|traceroute|mtr|dns|http|tls <目标> … [from <地点>]',
    },
    'octet measure ping example.com from Germany --limit 3',
    'octet measure dns example.com @192.0.2.53 --type MX --from "Germany+AS3320*2, Tokyo" --from tag:home',
    {
      en: 'octet measure <id>        an earlier measurement, or one that still runs',
      zh: 'octet measure <id>        先前的测量，或仍在进行的测量',
    },
    {
      en: 'octet measure history     the newest of the account of OCTET_KEY',
      zh: 'octet measure history     OCTET_KEY 所属账户最近的测量',
    },
    {
      en: '  -F, --from      places: country, city, continent, AS3320, tag:home, me, world; + joins, *2 counts; or an earlier id',
      zh: '  -F, --from      地点：国家、城市、大洲、AS3320、tag:home、me、world，+ 连接条件，*2 为数量；或先前测量的编号',
    },
    {
      en: '  -L, --limit     points in all; one for each place unless said',
      zh: '  -L, --limit     监测点总数；默认每个地点一个',
    },
    { en: '  --packets       ping 1–16, mtr 1–10', zh: '  --packets       数据包数：ping 1–16，mtr 1–10' },
    {
      en: '  --protocol      ping icmp|tcp|http, traceroute and mtr icmp|udp|tcp, http http|https',
      zh: '  --protocol      协议：ping 为 icmp|tcp|http，traceroute 与 mtr 为 icmp|udp|tcp，http 为 http|https',
    },
    { en: '  --port          all but dns', zh: '  --port          端口；dns 除外' },
    { en: '  -4, -6          ping, traceroute, mtr', zh: '  -4, -6          IP 版本：ping、traceroute、mtr' },
    {
      en: '  --type, --resolver    dns: type of record, name server (or @server)',
      zh: '  --type, --resolver    dns：记录类型、解析器（也可写作 @服务器）',
    },
    {
      en: '  --method, --path      http: HEAD|GET (HEAD, then GET where it is not known), path of the URL',
      zh: '  --method, --path      http：HEAD|GET（默认 HEAD，服务器不支持时改用 GET）、URL 路径',
    },
    {
      en: '  --json          the whole as JSON; --stream: a line of JSON for each answer when it is there',
      zh: '  --json          以 JSON 输出完整结果；--stream：每有一个结果即输出一行 JSON',
    },
    {
      en: '  OCTET_SERVER is the server, OCTET_KEY the key. Exit code 1 when no point has got an answer',
      zh: '  OCTET_SERVER 为服务器，OCTET_KEY 为密钥；没有任何监测点得到应答时，退出码为 1',
    },
  ],
})
