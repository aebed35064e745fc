import type { Text } from '@octet/core/text.ts'
import { escapeName } from '../multipart.ts'
import { noteForeignHeaders, noteMissing, noteProxyUser } from '../notes.ts'
import { isAscii, quoteCommon as quote } from '../quote.ts'
import type { Body, FormPart, HttpRequest, Writing } from '../request.ts'

/** Headers of the content, which HttpClient keeps apart. */
const OF_CONTENT = /^(?:content-.*|allow|expires|last-modified)$/i

/** C# with HttpClient. */
export function toCSharp(request: HttpRequest): Writing {
  const { method, url, headers, body, timeoutMs } = request
  const lines = [
    `using var handler = new HttpClientHandler { ${toHandler(request).join(', ')} };`,
    `using var client = new HttpClient(handler)${timeoutMs ? ` { Timeout = TimeSpan.FromMilliseconds(${timeoutMs}) }` : ''};`,
    `using var request = new HttpRequestMessage(new HttpMethod(${quote(method)}), ${quote(url)});`,
    ...(body
      ? toBody(body)
      : headers.some(({ name }) => OF_CONTENT.test(name))
        ? ['request.Content = new ByteArrayContent(Array.Empty<byte>());']
        : []),
    ...headers.map(({ name, value }) => {
      const home = OF_CONTENT.test(name) ? 'request.Content.Headers' : 'request.Headers'
      return `${home}.TryAddWithoutValidation(${quote(name)}, ${quote(value)});`
    }),
    'using var response = await client.SendAsync(request);',
    'Console.WriteLine($"{(int)response.StatusCode}\\n{await response.Content.ReadAsStringAsync()}");',
  ]
  return {
    code: `using System.Net;\nusing System.Net.Http;\nusing System.Net.Http.Headers;\nusing System.Text;\n\n${lines.join('\n')}\n`,
    notes: [
      ...noteForeignHeaders(request),
      ...noteNames(request),
      ...noteMissing(request, ['output', 'trusted']),
      ...noteProxyUser(request),
    ],
  }
}

function toHandler({ isFollowing, isInsecure, isCompressed, proxy }: HttpRequest): string[] {
  return [
    `AllowAutoRedirect = ${isFollowing ? 'true' : 'false'}`,
    'UseCookies = false',
    ...(isCompressed ? ['AutomaticDecompression = DecompressionMethods.All'] : []),
    ...(isInsecure
      ? ['ServerCertificateCustomValidationCallback = HttpClientHandler.DangerousAcceptAnyServerCertificateValidator']
      : []),
    ...(proxy ? [`Proxy = new WebProxy(${quote(proxy)})`] : []),
  ]
}

function toBody(body: Body): string[] {
  if (body.kind === 'text') return [`request.Content = new ByteArrayContent(Encoding.UTF8.GetBytes(${quote(body.text)}));`]
  if (body.kind === 'file') return [`request.Content = new StreamContent(File.OpenRead(${quote(body.path)}));`]
  return ['var form = new MultipartFormDataContent();', ...body.parts.flatMap(toPart), 'request.Content = form;']
}

function toPart({ name, value = '', path, fileName, type }: FormPart, index: number): string[] {
  const content =
    path === undefined
      ? `new ByteArrayContent(Encoding.UTF8.GetBytes(${quote(value)}))`
      : `new StreamContent(File.OpenRead(${quote(path)}))`
  const part = `part${index}`
  return [
    `var ${part} = ${content};`,
    ...(type ? [`${part}.Headers.ContentType = MediaTypeHeaderValue.Parse(${quote(type)});`] : []),
    `${part}.Headers.ContentDisposition = new ContentDispositionHeaderValue("form-data") { ${toNames(name, fileName).join(', ')} };`,
    `form.Add(${part});`,
  ]
}

/** Without quotes of their own, names would go out bare, which some servers do not read. */
function toNames(name: string, fileName: string | undefined): string[] {
  const toQuoted = (text: string) => quote(`"${escapeName(text)}"`)
  if (fileName === undefined) return [`Name = ${toQuoted(name)}`]
  return [
    `Name = ${toQuoted(name)}`,
    `FileName = ${toQuoted(fileName)}`,
    ...(isAscii(fileName) ? [] : [`FileNameStar = ${quote(fileName)}`]),
  ]
}

function noteNames({ body }: HttpRequest): Text[] {
  const names = body?.kind === 'form' ? body.parts.map(({ name }) => name).filter((name) => !isAscii(name)) : []
  return names.length > 0
    ? [
        {
          en: `HttpClient encodes the names ${names.join(', ')} (RFC 2047)`,
          zh: `HttpClient 会编码名称 ${names.join('、')}（RFC 2047）`,
        },
      ]
    : []
}
