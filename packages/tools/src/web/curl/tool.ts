import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { refuseLong } from '../../lib/refuse-long.ts'
import { LANGUAGES, type LanguageId } from '../../lib/curl/languages.ts'
import { SHELLS } from '../../lib/shell/shells.ts'

/** Longest text, in 2^20 UTF-16 units. */
const MAX_MEBI = 1
const LANGUAGE_IDS = Object.keys(LANGUAGES) as [LanguageId, ...LanguageId[]]
const LANGUAGE_NAMES = Object.fromEntries(LANGUAGE_IDS.map((id) => [id, { en: LANGUAGES[id].title, zh: LANGUAGES[id].title }]))

const ENDINGS = {
  js: { to: ['fetch'] },
  mjs: { to: ['node'] },
  py: { to: ['python'] },
  go: { to: ['go'] },
  php: { to: ['php'] },
  java: { to: ['java'] },
  cs: { to: ['csharp'] },
  rs: { to: ['rust'] },
  ps1: { to: ['powershell'] },
  sh: { to: ['wget', 'httpie', 'curl'] },
  http: { to: ['http'] },
  har: { to: ['har'] },
} satisfies Record<string, { readonly to: readonly LanguageId[] }>

export default defineTool({
  id: 'curl',
  route: '/web/curl',
  group: 'web',
  rank: 10,
  icon: 'Terminal2',
  title: { en: 'curl to code', zh: 'curl 转代码' },
  summary: {
    en: 'Turn a curl, wget or HTTPie command, fetch(…), a raw HTTP request or a HAR entry into code',
    zh: '将 curl、wget、HTTPie 命令、fetch(…)、HTTP 原始请求或 HAR 条目转为各语言代码',
  },
  about: {
    en: 'Reads a command as bash ($’…’, line continuations), cmd.exe (^) or PowerShell (`) would pass it to curl, with the defaults of curl: POST and a Content-Type with -d, no redirects without -L.\n\nCommands of wget and HTTPie (http, https), a call of fetch(…) as browsers copy it, and a bare address are read as well.\n\nWhat the code cannot express is listed beside it, as are variables, which are not filled in here. Strings are escaped for the target language. Nothing is sent.',
    zh: '按 bash（含 $’…’ 与续行）、cmd.exe（^）或 PowerShell（`）的规则读取命令，并遵循 curl 的默认行为：-d 使用 POST 并带 Content-Type，无 -L 不跟随重定向。\n\n也可读取 wget 与 HTTPie（http、https）命令、浏览器复制的 fetch(…) 调用及单独的网址。\n\n代码无法表达的内容以及未代入的变量会逐条说明。文本按目标语言转义。不会发送任何请求。',
  },
  keywords: [
    'curl',
    'converter',
    'fetch',
    'axios',
    'requests',
    'httpie',
    'wget',
    'har',
    'http request',
    'copy as curl',
    '命令转换',
    '请求',
    '代码生成',
    '抓包',
    'curl to python',
    'curl转python',
  ],
  input: z.object({
    text: z.string().meta({
      label: { en: 'Command or request', zh: '命令或请求' },
      widget: 'code',
      main: true,
      // Commands are copied with the cookies and tokens of whoever copies them.
      secret: true,
      placeholder: {
        en: "curl https://example.com/api -H 'Accept: application/json' -d '{\"a\":1}'",
        zh: "curl https://example.com/api -H 'Accept: application/json' -d '{\"a\":1}'",
      },
    }),
    to: z
      .enum(LANGUAGE_IDS)
      .default('fetch')
      .meta({ label: { en: 'To', zh: '转为' }, options: LANGUAGE_NAMES }),
    shell: z
      .enum(SHELLS)
      .default('auto')
      .meta({
        label: { en: 'Shell of the command', zh: '命令所用 shell' },
        options: {
          auto: { en: 'Detect', zh: '自动' },
          bash: { en: 'bash', zh: 'bash' },
          cmd: { en: 'cmd.exe', zh: 'cmd.exe' },
          powershell: { en: 'PowerShell', zh: 'PowerShell' },
        },
        advanced: true,
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Code', zh: '代码' }, widget: 'text', endings: ENDINGS, main: true }),
    notes: z.array(z.string()).meta({ label: { en: 'Not converted, and notes', zh: '未转换与须知' } }),
    method: z.string().meta({ label: { en: 'Method', zh: '方法' } }),
    url: z.string().meta({ label: { en: 'URL', zh: 'URL' } }),
    headers: z
      .array(
        z.object({
          name: z.string().meta({ label: { en: 'Header', zh: '请求头' } }),
          value: z.string().meta({ label: { en: 'Value', zh: '值' } }),
        }),
      )
      .meta({ label: { en: 'Headers', zh: '请求头' }, widget: 'table' }),
  }),
  errors: ['syntax_error', 'unsupported_value'],
  accepts: { curl: { text: '' }, 'http-request': { text: '', to: 'curl' } },
  examples: [
    {
      name: { en: 'JSON to fetch', zh: 'JSON 请求转 fetch' },
      input: { text: `curl https://example.com/tea -H 'Accept: application/json' --json '{"leaf":"it'\\''s green"}'` },
      output: {
        text: 'const response = await fetch("https://example.com/tea", {\n  method: "POST",\n  headers: {\n    "Accept": "application/json",\n    "Content-Type": "application/json",\n  },\n  body: "{\\"leaf\\":\\"it\'s green\\"}",\n  redirect: \'manual\',\n})\nconsole.log(response.status, await response.text())\n',
        notes: [],
        method: 'POST',
        url: 'https://example.com/tea',
        headers: [
          { name: 'Accept', value: 'application/json' },
          { name: 'Content-Type', value: 'application/json' },
        ],
      },
    },
    {
      name: { en: 'A form with a file to Python', zh: '带文件的表单转 Python' },
      input: {
        text: 'curl -u ann:secret -F name=茶 -F "photo=@leaf.png;type=image/png" -L https://example.com/up',
        to: 'python',
      },
      output: {
        text: 'import requests\n\nresponse = requests.request(\n    "POST",\n    "https://example.com/up",\n    headers={\n        "Authorization": "Basic YW5uOnNlY3JldA==",\n    },\n    files=[\n        ("name", (None, "茶".encode())),\n        ("photo", ("leaf.png", open("leaf.png", "rb"), "image/png")),\n    ],\n    allow_redirects=True,\n)\nprint(response.status_code, response.text)\n',
        notes: [],
        method: 'POST',
        url: 'https://example.com/up',
        headers: [{ name: 'Authorization', value: 'Basic YW5uOnNlY3JldA==' }],
      },
    },
    {
      name: { en: 'Copied in cmd.exe to Go', zh: 'cmd.exe 命令转 Go' },
      input: {
        text: 'curl ^"https://example.com/a?b=1^&c=2^" ^\n  -H ^"X-Quote: say ^\\^"hi^\\^"^" ^\n  --data-raw ^"x=100^%^25^" -k -x proxy.example:3128',
        to: 'go',
      },
      output: {
        text: 'package main\n\nimport (\n\t"crypto/tls"\n\t"fmt"\n\t"io"\n\t"net/http"\n\t"net/url"\n\t"strings"\n)\n\nfunc main() {\n\tbody := strings.NewReader("x=100%25")\n\trequest, err := http.NewRequest("POST", "https://example.com/a?b=1&c=2", body)\n\tif err != nil {\n\t\tpanic(err)\n\t}\n\trequest.Header.Add("X-Quote", "say \\"hi\\"")\n\trequest.Header.Add("Content-Type", "application/x-www-form-urlencoded")\n\tproxy, err := url.Parse("http://proxy.example:3128")\n\tif err != nil {\n\t\tpanic(err)\n\t}\n\tclient := &http.Client{\n\t\tCheckRedirect: func(*http.Request, []*http.Request) error {\n\t\t\treturn http.ErrUseLastResponse\n\t\t},\n\t\tTransport: &http.Transport{\n\t\t\tTLSClientConfig: &tls.Config{InsecureSkipVerify: true},\n\t\t\tProxy: http.ProxyURL(proxy),\n\t\t},\n\t}\n\tresponse, err := client.Do(request)\n\tif err != nil {\n\t\tpanic(err)\n\t}\n\tdefer response.Body.Close()\n\tanswer, err := io.ReadAll(response.Body)\n\tif err != nil {\n\t\tpanic(err)\n\t}\n\tfmt.Println(response.Status, string(answer))\n}\n',
        notes: [],
        method: 'POST',
        url: 'https://example.com/a?b=1&c=2',
        headers: [
          { name: 'X-Quote', value: 'say "hi"' },
          { name: 'Content-Type', value: 'application/x-www-form-urlencoded' },
        ],
      },
    },
    {
      name: { en: 'A command of HTTPie to curl', zh: 'HTTPie 命令转 curl' },
      input: { text: 'http PUT example.com/tea page==2 X-Cup:small leaf=green hot:=true', to: 'curl' },
      output: {
        text: "curl 'http://example.com/tea?page=2' \\\n  --request PUT \\\n  --header 'X-Cup: small' \\\n  --header 'Accept: application/json, */*;q=0.5' \\\n  --header 'Content-Type: application/json' \\\n  --data-raw '{\"leaf\":\"green\",\"hot\":true}'\n",
        notes: [],
        method: 'PUT',
        url: 'http://example.com/tea?page=2',
        headers: [
          { name: 'X-Cup', value: 'small' },
          { name: 'Accept', value: 'application/json, */*;q=0.5' },
          { name: 'Content-Type', value: 'application/json' },
        ],
      },
    },
    {
      name: { en: 'A raw request to curl', zh: '原始请求转 curl' },
      input: { text: 'PATCH /tea?x=1 HTTP/1.1\nHost: example.com\nContent-Type: text/plain\n\nit’s $5\n', to: 'curl' },
      output: {
        text: "curl 'https://example.com/tea?x=1' \\\n  --request PATCH \\\n  --header 'Content-Type: text/plain' \\\n  --data-raw 'it’s $5\n'\n",
        notes: ['the request does not say http or https; taken for https'],
        method: 'PATCH',
        url: 'https://example.com/tea?x=1',
        headers: [{ name: 'Content-Type', value: 'text/plain' }],
      },
    },
  ],
  async run({ text, to, shell }, { lang }) {
    refuseLong(text, MAX_MEBI)
    const { readRequest } = await import('../../lib/curl/parse-request.ts')
    const { request, notes } = await readRequest(text, shell)
    const write = await LANGUAGES[to].load()
    const written = write(request)
    return {
      text: written.code,
      notes: [...notes, ...written.notes].map((note) => note[lang]),
      method: request.method,
      url: request.url,
      headers: [...request.headers],
    }
  },
})
