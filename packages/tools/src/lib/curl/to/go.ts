import { noteMissing } from '../notes.ts'
import { BOUNDARY, toMultipart } from '../multipart.ts'
import { quoteCommon as quote } from '../quote.ts'
import type { Body, HttpRequest, Writing } from '../request.ts'

/** Go with net/http. */
export function toGo(request: HttpRequest): Writing {
  const { method, url, headers, body } = request
  const made: MadeBody = body ? toBody(body) : { lines: [], name: 'nil', packages: [] }
  const client = toClient(request)
  const packages = ['fmt', 'io', 'net/http', ...made.packages, ...client.packages].sort()
  const shown =
    body?.kind === 'form' ? [...headers, { name: 'Content-Type', value: `multipart/form-data; boundary=${BOUNDARY}` }] : headers
  const lines = [
    ...made.lines,
    `request, err := http.NewRequest(${quote(method)}, ${quote(url)}, ${made.name})`,
    ...CHECK,
    ...(made.size ? [`request.ContentLength = ${made.size}`] : []),
    ...shown.map(({ name, value }) =>
      name.toLowerCase() === 'host' ? `request.Host = ${quote(value)}` : `request.Header.Add(${quote(name)}, ${quote(value)})`,
    ),
    ...client.lines,
    'response, err := client.Do(request)',
    ...CHECK,
    'defer response.Body.Close()',
    'answer, err := io.ReadAll(response.Body)',
    ...CHECK,
    'fmt.Println(response.Status, string(answer))',
  ]
  return {
    code: `package main\n\nimport (\n${packages.map((name) => `\t"${name}"\n`).join('')})\n\nfunc main() {\n${lines.map((line) => `\t${line}\n`).join('')}}\n`,
    notes: noteMissing(request, ['output', 'trusted']),
  }
}

const CHECK = ['if err != nil {', '\tpanic(err)', '}']

/** How a body is made; its size where net/http does not see it, and would send it in pieces without a length. */
type MadeBody = { lines: string[]; name: string; packages: string[]; size?: string }

function toBody(body: Body): MadeBody {
  if (body.kind === 'text')
    return { lines: [`body := strings.NewReader(${quote(body.text)})`], name: 'body', packages: ['strings'] }
  if (body.kind === 'file')
    return {
      lines: [`body, err := os.Open(${quote(body.path)})`, ...CHECK, 'info, err := body.Stat()', ...CHECK],
      name: 'body',
      packages: ['os'],
      size: 'info.Size()',
    }
  const pieces = toMultipart(body.parts)
  const lines = pieces.flatMap((piece, index) =>
    'text' in piece
      ? [`body.WriteString(${quote(piece.text)})`]
      : [`file${index}, err := os.ReadFile(${quote(piece.path)})`, ...CHECK, `body.Write(file${index})`],
  )
  return {
    lines: ['body := &bytes.Buffer{}', ...lines],
    name: 'body',
    packages: ['bytes', ...(pieces.some((piece) => 'path' in piece) ? ['os'] : [])],
  }
}

function toClient({ isFollowing, isInsecure, proxy, timeoutMs }: HttpRequest): { lines: string[]; packages: string[] } {
  const transport = [
    ...(isInsecure ? ['TLSClientConfig: &tls.Config{InsecureSkipVerify: true},'] : []),
    ...(proxy ? ['Proxy: http.ProxyURL(proxy),'] : []),
  ]
  const fields = [
    ...(timeoutMs ? [`\tTimeout: ${timeoutMs} * time.Millisecond,`] : []),
    ...(isFollowing
      ? []
      : ['\tCheckRedirect: func(*http.Request, []*http.Request) error {', '\t\treturn http.ErrUseLastResponse', '\t},']),
    ...(transport.length > 0 ? ['\tTransport: &http.Transport{', ...transport.map((line) => `\t\t${line}`), '\t},'] : []),
  ]
  return {
    lines: [
      ...(proxy ? [`proxy, err := url.Parse(${quote(proxy)})`, ...CHECK] : []),
      ...(fields.length > 0 ? ['client := &http.Client{', ...fields, '}'] : ['client := http.DefaultClient']),
    ],
    packages: [...(isInsecure ? ['crypto/tls'] : []), ...(proxy ? ['net/url'] : []), ...(timeoutMs ? ['time'] : [])],
  }
}
