import type { Text } from '@octet/core/text.ts'
import { BOUNDARY, toMultipart } from '../multipart.ts'
import { noteForeignHeaders, noteMissing, noteOtherProxy, noteProxyUser, noteSpread } from '../notes.ts'
import { isPlainProxy } from '../proxy.ts'
import { isAscii, quoteJava as quote } from '../quote.ts'
import type { Body, HttpRequest, Writing } from '../request.ts'

/** Headers that the client writes itself and refuses from others. */
const OWN = /^(?:connection|content-length|expect|host|upgrade)$/i

/** Java 16 and newer with java.net.http. */
export function toJava(request: HttpRequest): Writing {
  const { method, url, headers, body, timeoutMs } = request
  const typed =
    body?.kind === 'form' ? [...headers, { name: 'Content-Type', value: `multipart/form-data; boundary=${BOUNDARY}` }] : headers
  const shown = typed.filter(({ name, value }) => !OWN.test(name) && isAscii(value))
  const lines = [
    `HttpClient client = HttpClient.newBuilder()${toClient(request)}.build();`,
    `HttpRequest request = HttpRequest.newBuilder(URI.create(${quote(toStrictUrl(url))}))`,
    `    .method(${quote(method)}, ${body ? toBody(body) : 'BodyPublishers.noBody()'})`,
    ...shown.map(({ name, value }) => `    .header(${quote(name)}, ${quote(value)})`),
    ...(timeoutMs ? [`    .timeout(java.time.Duration.ofMillis(${timeoutMs}))`] : []),
    '    .build();',
    'HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());',
    'System.out.println(response.statusCode() + "\\n" + response.body());',
  ]
  const imports = ['java.net.URI', 'java.net.http.*', 'java.net.http.HttpRequest.BodyPublishers', 'java.nio.file.Path']
  return {
    code: `${imports.map((name) => `import ${name};\n`).join('')}\npublic class Main {\n    public static void main(String[] args) throws Exception {\n${lines.map((line) => `        ${line}\n`).join('')}    }\n}\n`,
    notes: [
      ...noteOwn(request),
      ...noteForeignHeaders(request),
      ...noteMissing(request, ['output', 'insecure', 'compressed']),
      ...noteSpread(request),
      ...noteOtherProxy(request),
      ...(isPlainProxy(request.proxy ?? '') ? noteProxyUser(request) : []),
    ],
  }
}

function toClient({ isFollowing, proxy }: HttpRequest): string {
  // URL leaves the port 80 out.
  const at = proxy && isPlainProxy(proxy) && URL.canParse(proxy) ? new URL(proxy) : undefined
  const address = at && `new java.net.InetSocketAddress(${quote(at.hostname)}, ${at.port || 80})`
  return `${isFollowing ? '.followRedirects(HttpClient.Redirect.NORMAL)' : ''}${address ? `.proxy(java.net.ProxySelector.of(${address}))` : ''}`
}

/** `URI` refuses what other clients let pass. */
const toStrictUrl = (url: string) =>
  url.replaceAll(
    /[\s"<>\\^`{|}]|%(?![\da-f]{2})/gi,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )

function toBody(body: Body): string {
  if (body.kind === 'text') return `BodyPublishers.ofString(${quote(body.text)})`
  if (body.kind === 'file') return `BodyPublishers.ofFile(Path.of(${quote(body.path)}))`
  const pieces = toMultipart(body.parts).map((piece) =>
    'text' in piece ? `BodyPublishers.ofString(${quote(piece.text)})` : `BodyPublishers.ofFile(Path.of(${quote(piece.path)}))`,
  )
  return pieces.length === 1 ? pieces[0]! : `BodyPublishers.concat(\n            ${pieces.join(',\n            ')})`
}

function noteOwn({ headers }: HttpRequest): Text[] {
  const names = headers.filter(({ name }) => OWN.test(name)).map(({ name }) => name)
  return names.length > 0
    ? [{ en: `the client writes by itself ${names.join(', ')}`, zh: `客户端会自行写入 ${names.join('、')}` }]
    : []
}
