/** What people look for who know no name of a service: words of both languages and the ports met there. */
const TOPICS: readonly (readonly [words: readonly string[], ports: readonly number[]])[] = [
  [
    ['web', 'website', '网页', '网站'],
    [80, 443, 8000, 8080, 8443],
  ],
  [
    ['mail', 'email', '邮件', '邮箱'],
    [25, 110, 143, 465, 587, 993, 995],
  ],
  [
    ['database', '数据库'],
    [1433, 1521, 3306, 5432, 5984, 6379, 9042, 9200, 27017],
  ],
  [['mssql', 'sqlserver'], [1433]],
  [['k8s'], [2379, 2380, 6443, 10250]],
  [
    ['cache', '缓存'],
    [6379, 11211],
  ],
  [
    ['queue', '消息队列'],
    [1883, 4222, 5672, 9092, 61616],
  ],
  [['rdp', 'mstsc', 'remote desktop', '远程桌面'], [3389]],
  [
    ['remote', '远程', '远程登录'],
    [22, 23, 3389, 5900, 5985, 5986],
  ],
  [
    ['file', 'files', '文件传输', '文件共享'],
    [20, 21, 22, 69, 139, 445, 873, 990, 2049],
  ],
  [
    ['vpn', 'tunnel', '隧道'],
    [500, 1194, 1701, 1723, 4500, 51820],
  ],
  [
    ['proxy', '代理'],
    [1080, 3128, 8080],
  ],
  [
    ['name', 'names', '域名', '域名解析'],
    [53, 853, 5353],
  ],
  [
    ['time', '时间', '时间同步'],
    [37, 123],
  ],
  [
    ['directory', '目录服务'],
    [88, 389, 636],
  ],
  [
    ['monitoring', '监控'],
    [161, 162, 9090, 9100, 10050, 10051],
  ],
  [
    ['container', 'containers', '容器'],
    [2375, 2376, 2379, 5000, 6443, 10250],
  ],
  [
    ['printer', 'printing', '打印', '打印机'],
    [515, 631, 9100],
  ],
  [
    ['phone', 'voip', '语音', '网络电话'],
    [3478, 5060, 5061],
  ],
  [
    ['game', 'games', '游戏'],
    [25565, 27015],
  ],
  [
    ['log', 'logs', '日志'],
    [514, 6514],
  ],
]

/** How near a port is to a topic that a word names: 0 by the name itself, 1 where the name stands in a longer word (数据库端口). */
export function findTopicPorts(word: string): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  for (const [words, ports] of TOPICS) {
    const isNamed = words.includes(word)
    if (!isNamed && !words.some((name) => !/^[a-z]/.test(name) && word.includes(name))) continue
    for (const port of ports) found.set(port, isNamed ? 0 : (found.get(port) ?? 1))
  }
  return found
}
