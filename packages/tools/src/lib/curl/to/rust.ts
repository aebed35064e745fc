import { noteMissing } from '../notes.ts'
import { isAscii, quoteRust as quote } from '../quote.ts'
import type { Body, FormPart, HttpRequest, Writing } from '../request.ts'

/** Rust with the crate reqwest, without a runtime around it. */
export function toRust(request: HttpRequest): Writing {
  const { method, url, headers, body, isFollowing, isInsecure, isCompressed, proxy, timeoutMs } = request
  const features = ['blocking', ...(body?.kind === 'form' ? ['multipart'] : []), ...(isCompressed ? ['brotli', 'gzip'] : [])]
  const client = [
    ...(isFollowing ? [] : ['.redirect(reqwest::redirect::Policy::none())']),
    ...(isInsecure ? ['.danger_accept_invalid_certs(true)'] : []),
    ...(proxy ? [`.proxy(reqwest::Proxy::all(${quote(proxy)})?)`] : []),
    ...(timeoutMs ? [`.timeout(std::time::Duration::from_millis(${timeoutMs}))`] : []),
  ]
  const lines = [
    `let client = reqwest::blocking::Client::builder()${client.join('')}.build()?;`,
    ...(body?.kind === 'form'
      ? [
          'let form = reqwest::blocking::multipart::Form::new()',
          ...toNames(body.parts),
          ...body.parts.map((part) => `    ${toPart(part)}`),
          '    ;',
        ]
      : []),
    'let response = client',
    `    .request(${quote(method)}.parse()?, ${quote(url)})`,
    ...headers.map(({ name, value }) => `    .header(${quote(name)}, ${quote(value)}${isAscii(value) ? '' : '.as_bytes()'})`),
    ...(body ? [`    ${toBody(body)}`] : []),
    '    .send()?;',
    'println!("{}\\n{}", response.status(), response.text()?);',
    'Ok(())',
  ]
  return {
    code: `// reqwest = { version = "0.12", features = [${features.map((name) => `"${name}"`).join(', ')}] }\nfn main() -> Result<(), Box<dyn std::error::Error>> {\n${lines.map((line) => `    ${line}\n`).join('')}}\n`,
    notes: noteMissing(request, ['output', 'trusted']),
  }
}

/** Names of other scripts would go out as `name*`, which few servers read. */
const toNames = (parts: readonly FormPart[]) => (parts.every(({ name }) => isAscii(name)) ? [] : ['    .percent_encode_noop()'])

function toBody(body: Body): string {
  if (body.kind === 'form') return '.multipart(form)'
  return body.kind === 'text' ? `.body(${quote(body.text)})` : `.body(std::fs::File::open(${quote(body.path)})?)`
}

function toPart({ name, value = '', path, fileName, type }: FormPart): string {
  if (fileName === undefined && !type)
    return `.text(${quote(name)}, ${path === undefined ? quote(value) : `std::fs::read_to_string(${quote(path)})?`})`
  const content = path === undefined ? `text(${quote(value)})` : `bytes(std::fs::read(${quote(path)})?)`
  const named = fileName === undefined ? '' : `.file_name(${quote(fileName)})`
  return `.part(${quote(name)}, reqwest::blocking::multipart::Part::${content}${named}${type ? `.mime_str(${quote(type)})?` : ''})`
}
