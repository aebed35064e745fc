import type { Guide } from '../guide.ts'

export const batch: Guide = {
  id: 'batch',
  title: { en: 'Many addresses', zh: '批量查询' },
  description: {
    en: 'Batches, summaries, shared maps, jobs for files of up to a million lines with signed webhooks, and lists of domains.',
    zh: '批量查询、汇总、可分享的地图，支持百万行文件和签名回调的任务，以及域名列表。',
  },
  parts: [
    {
      id: 'batch',
      title: { en: 'At once', zh: '即时批量' },
      words: {
        en: '`POST /v1/ip/batch` takes a JSON array of up to 1,000 addresses and returns an object keyed by address, or takes up to a million lines and streams CSV or NDJSON.',
        zh: '`POST /v1/ip/batch`：提交 JSON 数组（至多 1,000 个地址），返回以地址为键的对象；提交逐行文本（至多一百万行），以 CSV 或 NDJSON 流式返回。',
      },
      notes: [
        { en: 'An invalid line gets an error of its own; the rest goes on.', zh: '出错的行单独报错，其余继续。' },
        {
          en: 'Send `Accept-Encoding: br` or `gzip`, as most HTTP libraries do by themselves: a JSON answer for 1,000 addresses is then some 110 or 170 KB instead of 1.9 MB. Streams come unpacked.',
          zh: '请发送 `Accept-Encoding: br` 或 `gzip`（多数 HTTP 库会自动发送）：1,000 个地址的 JSON 应答约为 110 KB 或 170 KB，而不是 1.9 MB。流式应答不压缩。',
        },
        {
          en: 'If the month’s quota runs out on the way, a last line without an address says so in `error`, and the connection is closed. The lines above it are answered and counted; send the others again later.',
          zh: '若当月额度中途用完，最后一行不含地址，仅以 `error` 说明原因，随后断开连接。此前各行均已应答并计数，其余请稍后重新提交。',
        },
        {
          en: 'If a client leaves a stream early, the lines that have left this server count, also those it has not read, which on a fast connection may be thousands; the rest costs nothing. Go on by sending the lines after the last whole one. `GET /v1/account/usage` says what has been counted; the headers of a stream do not, as they leave first.',
          zh: '若客户端中途断开，已从服务器发出的行计数，包括尚未读取的行（高速连接下可达数千行）；其余不计费。续传时，从最后一个完整行的下一行开始提交。实际计数见 `GET /v1/account/usage`；流式应答的标头先行发出，不含此数。',
        },
        {
          en: 'A file that is to be paid for once, however often the connection breaks, is better sent as a job.',
          zh: '若希望无论断线多少次都只计费一次，请提交为任务。',
        },
        {
          en: 'A job is checked against the quota before it starts.',
          zh: '任务则在开始之前核对额度。',
        },
      ],
      samples: [
        {
          program: 'curl',
          label: { en: 'JSON', zh: 'JSON' },
          code: `curl -fsS '$ORIGIN/v1/ip/batch?fields=country_code' -H 'content-type: application/json' -d '["8.8.8.8","1.1.1.1"]'`,
        },
        {
          program: 'curl',
          label: { en: 'Lines to CSV', zh: '逐行转 CSV' },
          code: `printf '8.8.8.8\\n1.1.1.1\\n' | curl -fsS '$ORIGIN/v1/ip/batch?format=csv' -H 'content-type: text/plain' --data-binary @-`,
        },
      ],
    },
    {
      id: 'summary',
      title: { en: 'Summaries and maps', zh: '汇总与地图' },
      words: {
        en: 'Up to 500,000 addresses: `POST /v1/summarize` counts countries, cities, networks and privacy flags; `POST /v1/map` makes a map page that can be shared for 30 days.',
        zh: '至多 50 万个地址：`POST /v1/summarize` 统计国家、城市、网络与隐私标记；`POST /v1/map` 生成可分享 30 天的地图页面。',
      },
      samples: [
        {
          program: 'curl',
          label: { en: 'Summary', zh: '汇总' },
          code: `printf '8.8.8.8\\n8.8.4.4\\n1.1.1.1\\n' | curl -fsS $ORIGIN/v1/summarize -H 'content-type: text/plain' --data-binary @-`,
        },
        {
          program: 'curl',
          label: { en: 'Map', zh: '生成地图' },
          code: `curl -fsS $ORIGIN/v1/map -H 'content-type: application/json' -d '["8.8.8.8","1.1.1.1"]'`,
        },
      ],
    },
    {
      id: 'jobs',
      title: { en: 'Jobs', zh: '任务' },
      words: {
        en: 'For a file of up to a million lines. The call returns at once; the work goes on in the background and survives a restart. A webhook can be told when it is done.',
        zh: '适合至多一百万行的文件。提交后立即返回，任务在后台进行，服务重启后继续。完成时可通知 webhook。',
      },
      notes: [
        {
          en: 'The dashboard of the account does the same without a program: “Files” takes a list, a CSV or a log, finds the column of the addresses, and says what it costs before it begins.',
          zh: '无需编程：账户控制台的“批量文件”接受名单、CSV 或日志，自动找出地址列，并在开始前显示所需次数。',
        },
        {
          en: 'With `format=table` the file itself comes back: every row and column as it came, in its own delimiter, with columns such as `ip_country_code` added. `column` names the one with the addresses, or gives its number; else it is found. An address costs one unit, however often it comes; a row without one costs nothing. The file that was sent is deleted when the job ends, the result after seven days or with the job.',
          zh: '`format=table` 返回原文件：所有行列和分隔符保持不变，并追加 `ip_country_code` 等列。`column` 指定地址列（列名或列号），缺省自动查找。同一地址无论出现多少次只计一个单位，没有地址的行不计费。提交的文件在任务结束时删除，结果保留七天或随任务删除。',
        },
        {
          en: 'Lines count against the month when the job is created. If a fault of this service ends the job, they are given back (`returned_units`); if you end it, what has not been looked up is.',
          zh: '行数在创建任务时计入当月额度；任务因本服务故障而失败时，额度退还到该月（`returned_units`）；自行结束任务时，退还尚未查询的部分。',
        },
        {
          en: 'Send an `Idempotency-Key` of your own: the same file sent again, for example after a broken connection, is then the same job and is paid for once.',
          zh: '建议附带自定的 `Idempotency-Key`：断线等情况下重发同一文件，得到的是同一个任务，只计费一次。',
        },
        {
          en: 'For a spreadsheet, fetch the CSV with `bom=1`; otherwise Chinese text may be garbled.',
          zh: '结果 CSV 若用电子表格软件打开，下载时请加 `bom=1`，以免中文乱码。',
        },
        {
          en: 'The webhook gets `X-Octet-Timestamp` and `X-Octet-Signature`: HMAC-SHA256 over “timestamp.body”. The secret is the SHA-256 of your API key, in hexadecimal.',
          zh: 'Webhook 请求带 `X-Octet-Timestamp` 与 `X-Octet-Signature`：对“时间戳.正文”计算的 HMAC-SHA256，其密钥为您的 API 密钥的 SHA-256（十六进制）。',
        },
        {
          en: 'A message that is not accepted is sent again, up to eight times. One that was accepted may also come twice, for example when its answer was lost. The `id` in the body is then the same: drop the second one.',
          zh: '未被接收的消息会重发，最多八次；已接收的消息也可能再次送达，例如应答丢失时。正文中的 `id` 不变，请据此去重。',
        },
        {
          en: '`GET /v1/jobs` lists the jobs of the account, 100 a page; go on with `page=2` while a page is full.',
          zh: '`GET /v1/jobs` 列出账户的任务，每页 100 个；一页满时以 `page=2` 继续。',
        },
        {
          en: '`GET /v1/jobs/{id}/deliveries` shows each attempt with its status and the beginning of the answer; `POST` to it sends the message again.',
          zh: '`GET /v1/jobs/{id}/deliveries` 列出每次投递的状态码与应答开头；以 `POST` 调用则重新投递。',
        },
      ],
      samples: [
        {
          program: 'curl',
          label: { en: 'Send, wait, fetch', zh: '提交、等待、下载' },
          code: `printf '8.8.8.8\\n1.1.1.1\\n' > addresses.txt
id=$(curl -fsS -H "X-API-Key: $KEY" -H 'content-type: text/plain' --data-binary @addresses.txt $ORIGIN/v1/jobs | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')
until curl -fsS -H "X-API-Key: $KEY" $ORIGIN/v1/jobs/$id | grep -Eq '"state":"(done|failed)"'; do sleep 1; done
curl -fsS -H "X-API-Key: $KEY" $ORIGIN/v1/jobs/$id/result`,
        },
        {
          program: 'shell',
          label: { en: 'Command line', zh: '命令行' },
          code: `printf '8.8.8.8\\n1.1.1.1\\n' > addresses.txt
OCTET_SERVER=$ORIGIN OCTET_KEY=$KEY octet job add addresses.txt --to result.csv
cat result.csv`,
        },
        {
          program: 'shell',
          label: { en: 'Columns added', zh: '追加列' },
          code: `printf 'order;client\\n1;8.8.8.8\\n2;\\n' > orders.csv
OCTET_SERVER=$ORIGIN OCTET_KEY=$KEY octet job add orders.csv --column client --fields country_code --to orders-octet.csv
cat orders-octet.csv`,
        },
        {
          program: 'node',
          label: { en: 'Check a signature', zh: '校验签名' },
          code: `import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

function isOurs(key, timestamp, body, signature) {
  const secret = createHash('sha256').update(key).digest('hex')
  const expected = \`sha256=\${createHmac('sha256', secret).update(\`\${timestamp}.\${body}\`).digest('hex')}\`
  const isNew = Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300 // nobody sends an old one again
  return isNew && expected.length === signature.length && timingSafeEqual(Buffer.from(expected), Buffer.from(signature))
}
console.log(isOurs('$KEY', '0', '{}', 'sha256=' + '0'.repeat(64)))`,
        },
      ],
    },
    {
      id: 'domains',
      title: { en: 'Many domains', zh: '批量域名' },
      words: {
        en: '`POST /v1/tools/whois-batch` returns registrar, dates, days left, status and name servers for a list of domains, also as CSV, and the expiry dates as a calendar file. `POST /v1/tools/icp-batch` reads the filing numbers that sites show.',
        zh: '`POST /v1/tools/whois-batch` 返回一批域名的注册商、日期、剩余天数、状态与域名服务器，并附 CSV 和到期日历。`POST /v1/tools/icp-batch` 批量读取网站公示的备案号。',
      },
      notes: [
        {
          en: 'Both take `names`, one per line: 100 at once with the free plan, more with others. Each name costs what it costs alone.',
          zh: '两者都以 `names` 传入域名，每行一个：免费套餐一次 100 个，其他套餐更多。每个域名的费用与单独查询相同。',
        },
        {
          en: 'They need an API key or a login token, since registries limit how often they may be asked.',
          zh: '因注册局限制查询频率，调用需 API 密钥或登录令牌。',
        },
        {
          en: 'A hundred names may take a minute. Follow them with `Accept: application/x-ndjson` or `text/event-stream`: the first line has all rows, still waiting; each line after it has in `rows` only those that changed (`changesOnly` names the field to match them by); the last one, with `isComplete`, has all of them.',
          zh: '一百个域名可能需要一分钟。使用 `Accept: application/x-ndjson` 或 `text/event-stream` 可查看进度：第一行含全部待查行；其后每行的 `rows` 只含有变化的行（`changesOnly` 指明按哪个字段对应）；最后一行的 `isComplete` 为 true，含全部行。',
        },
        {
          en: 'A name that fails says so in its row; ask for it again. Answers of the last day come from the cache, unless `isFresh` is true.',
          zh: '失败的域名在其行中说明原因，可再次查询。一天内的应答取自缓存，除非 `isFresh` 为 true。',
        },
      ],
      samples: [],
    },
  ],
}
