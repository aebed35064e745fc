import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { toBase64 } from '../radix-text.ts'
import { splitUser, toAbsolute, withoutDots } from './address.ts'
import { DataReader, urlEncode } from './data.ts'
import { readFormPart } from './form.ts'
import { toProxy } from './proxy.ts'
import { readOptions, type Option } from './options.ts'
import { findHeader, type Body, type FormPart, type Header, type HttpRequest, type Reading } from './request.ts'
import type { Shell } from '../shell/shells.ts'
import { straighten } from '../shell/straighten.ts'
import { splitWords } from '../shell/words.ts'
import { trimSpaces } from './trim-spaces.ts'

/** Options that change what is shown or how it is fetched, and nothing of the request. */
const SILENT = new Set(
  `silent show-error verbose include fail fail-early fail-with-body buffer no-buffer progress-bar progress-meter no-progress-meter
  globoff trace-time show-headers styled-output no-styled-output disable basic create-dirs no-clobber clobber write-out dump-header
  stderr compressed-ssh http1.1 no-keepalive keepalive no-sessionid no-alpn ssl-no-revoke`.split(/\s+/),
)

/** Reads a command line of curl. Throws `syntax_error`, and `unsupported_value` for what is no such command. */
export function parseCurl(text: string, shell: Shell): Reading {
  const straight = straighten(text.trim().replace(/^[$>%#]\s+/, ''))
  const { words, notes, end } = splitWords(straight.text, shell)
  const start = words.findIndex((word) => /(?:^|[/\\])curl(?:\.exe)?$/i.test(word))
  // Names of variables and `sudo` may stand before it.
  if (start < 0 || start > 8)
    throw new AppError('unsupported_value', {
      got: text.slice(0, 40),
      reason: {
        en: 'expected an address, a call of fetch(…) or a command that begins with curl, wget, http or https',
        zh: '应为网址、fetch(…) 调用，或以 curl、wget、http、https 开头的命令',
      },
    })
  const isJoined = /\S/.test(straight.text.charAt(end - 1))
  const [cut] = (isJoined && /^&[\w.%[\]-]{1,60}=/.exec(straight.text.slice(end))) || []
  const cutNote = cut === undefined ? [] : [toCutNote(cut)]
  return new CurlReader([...straight.notes, ...notes, ...cutNote]).read(words.slice(start + 1))
}

/** Reads words as if they stood behind `curl`. */
export const readCurlWords = (words: readonly string[], notes: readonly Text[]): Reading => new CurlReader(notes).read(words)

/** Of an address without quotes whose query goes on behind the & at which the shell ends the command. */
function toCutNote(cut: string): Text {
  return {
    en: `what begins with ${cut} is left out: outside of quotes the shell ends the command at &; put the address in quotes`,
    zh: `${cut} 起的部分未转换：引号外的 & 会结束命令，请给网址加引号`,
  }
}

class CurlReader {
  readonly #notes: Text[]
  readonly #headers: Header[] = []
  /** What options other than -H ask for: the last of a kind is sent, and none beside a header of that name. */
  readonly #ownHeaders = new Map<string, string>()
  readonly #removed = new Set<string>()
  readonly #urls: string[] = []
  readonly #queries: string[] = []
  readonly #parts: FormPart[] = []
  readonly #data = new DataReader()
  #method: string | undefined
  #upload: string | undefined
  #user: string | undefined
  #isHead = false
  #isGet = false
  #isJson = false
  #isGlobbing = true
  #keepsPath = false
  #more: { -readonly [Key in keyof HttpRequest]?: HttpRequest[Key] } = {}

  constructor(notes: readonly Text[]) {
    this.#notes = [...notes]
  }

  read(words: readonly string[]): Reading {
    const rest: Text[] = []
    for (const option of readOptions(words)) {
      if ('unknown' in option) throw toUnknown(option.unknown)
      if (option.name === 'next') {
        rest.push({ en: 'of several requests (--next) the first is converted', zh: '--next 之后的请求未转换' })
        break
      }
      this.#take(option)
    }
    const [url, ...others] = this.#urls
    if (url === undefined)
      throw new AppError('unsupported_value', { got: 'curl', reason: { en: 'the command has no URL', zh: '命令中没有 URL' } })
    if (others.length > 0)
      this.#note(
        `of ${others.length + 1} URLs the first is converted; not ${others.join(' ')}`,
        `共 ${others.length + 1} 个 URL，只转换第一个，未转换：${others.join(' ')}`,
      )
    const request = this.#toRequest(url)
    return { request, notes: [...this.#notes, ...rest, ...this.#data.notes] }
  }

  #note(en: string, zh: string): void {
    this.#notes.push({ en, zh })
  }

  #take({ name, written, value }: Option): void {
    const action = this.#actions[name]
    if (action) action(value, written)
    else if (!SILENT.has(name))
      this.#note(`${written}${value && ` ${value}`} is left out`, `未转换 ${written}${value && ` ${value}`}`)
  }

  readonly #actions: Readonly<Record<string, (value: string, written: string) => void>> = {
    url: (value) => void this.#urls.push(value),
    'url-query': (value) => void this.#queries.push(value.startsWith('+') ? value.slice(1) : urlEncode(value, this.#data)),
    request: (value) => void (this.#method = value),
    head: () => void (this.#isHead = true),
    get: () => void (this.#isGet = true),
    header: (value) => this.#takeHeader(value),
    'user-agent': (value) => void this.#ownHeaders.set('User-Agent', value),
    referer: (value) => {
      this.#ownHeaders.set('Referer', value.replace(/;auto$/, ''))
      if (value.endsWith(';auto'))
        this.#note('no Referer is made of redirects: ;auto is left out', '不据重定向生成 Referer：未转换 ;auto')
    },
    cookie: (value) => this.#takeCookie(value),
    user: (value) => {
      this.#user = value
      if (!value.includes(':')) this.#note('curl would ask for the password; it is empty here', 'curl 会询问密码，此处为空')
    },
    'oauth2-bearer': (value) => void this.#ownHeaders.set('Authorization', `Bearer ${value}`),
    range: (value) => void this.#ownHeaders.set('Range', `bytes=${value}`),
    data: (value) => this.#data.add(value),
    'data-ascii': (value) => this.#data.add(value),
    'data-raw': (value) => this.#data.addText(value),
    'data-binary': (value) => this.#data.addBinary(value),
    'data-urlencode': (value) => this.#data.addText(urlEncode(value, this.#data)),
    json: (value) => {
      this.#isJson = true
      this.#data.addJson(value)
    },
    form: (value) => void this.#parts.push(readFormPart(value, this.#data)),
    'form-string': (value) => void this.#parts.push(readFormPart(value, this.#data, true)),
    'upload-file': (value) => this.#takeUpload(value),
    location: () => void (this.#more.isFollowing = true),
    'location-trusted': () => void Object.assign(this.#more, { isFollowing: true, isTrusting: true }),
    'no-location': () => void (this.#more.isFollowing = false),
    insecure: () => void (this.#more.isInsecure = true),
    compressed: () => void (this.#more.isCompressed = true),
    globoff: () => void (this.#isGlobbing = false),
    'path-as-is': () => {
      this.#keepsPath = true
      this.#note('many clients take /./ and /../ out of a path', '许多客户端会去掉路径中的 /./ 与 /../')
    },
    proxy: (value) => {
      const { proxy: _, ...more } = this.#more
      const proxy = toProxy(value)
      this.#more = proxy === undefined ? more : { ...more, proxy }
    },
    'max-time': (value) => void (this.#more.timeoutMs = Math.round(Number(value) * 1000) || 0),
    output: (value) => void (this.#more.output = value),
    'remote-name': () => void (this.#more.output = ''),
    digest: (_, written) => this.#noteBasic(written),
    anyauth: (_, written) => this.#noteBasic(written),
  }

  #noteBasic(written: string): void {
    this.#note(`${written}: the name and password are sent in plain (Basic)`, `${written}：改以 Basic 方式发送用户名与密码`)
  }

  #takeHeader(value: string): void {
    if (value.startsWith('@'))
      return this.#note(`headers of the file ${value.slice(1)} are left out`, `未转换文件 ${value.slice(1)} 中的请求头`)
    const [, name = '', mark, rest = ''] = /^([^:;]+)([:;])([\s\S]*)$/.exec(value) ?? []
    if (!mark) return
    if (/^(?:content-length|transfer-encoding)$/i.test(trimSpaces(name)))
      return this.#noteFraming(trimSpaces(name), trimSpaces(rest))
    if (mark === ':' && trimSpaces(rest) === '') this.#removed.add(trimSpaces(name).toLowerCase())
    else if (mark === ':' || trimSpaces(rest) === '')
      this.#headers.push({ name: trimSpaces(name), value: mark === ':' ? trimSpaces(rest) : '' })
  }

  /** Every client counts a body by itself, and some stop at a count of others. */
  #noteFraming(name: string, value: string): void {
    if (/^chunked$/i.test(value)) this.#note(`${name}: ${value} is left to the client`, `${name}: ${value} 由客户端自行决定`)
  }

  #takeCookie(value: string): void {
    const before = this.#ownHeaders.get('Cookie')
    if (value.includes('=')) this.#ownHeaders.set('Cookie', before === undefined ? value : `${before}; ${value}`)
    else if (value) this.#note(`cookies of the file ${value} are left out`, `未转换文件 ${value} 中的 Cookie`)
  }

  #takeUpload(value: string): void {
    this.#upload = /^[-.]$/.test(value) ? '' : value
    if (this.#upload === '')
      this.#note('what curl would read from its standard input is left out', '未包含 curl 从标准输入读取的内容')
  }

  #toRequest(written: string): HttpRequest {
    const { url, user } = splitUser(addFileName(toAbsolute(written), this.#upload))
    if (this.#isGlobbing && /[{}]|\[[^[\]:-]*-[^[\]]*\]/.test(url))
      this.#note(
        'curl would make several addresses of {…} and […] (see --globoff)',
        'curl 会把 {…} 与 […] 展开为多个地址（参见 --globoff）',
      )
    const body = this.#isGet ? undefined : this.#toBody()
    // What -G makes of the data takes the place of --url-query.
    const query = this.#isGet ? this.#data.toQuery() : ''
    if (this.#more.isFollowing && !/^(?:GET|HEAD)?$/i.test(this.#method ?? ''))
      this.#note(
        `curl -X sends ${this.#method} to every redirect, too; after a 303 other clients send GET`,
        `curl -X 对每次重定向都使用 ${this.#method}；其他客户端在 303 之后改用 GET`,
      )
    return {
      method: this.#method ?? this.#findMethod(body),
      url: addQueries(this.#keepsPath ? url : withoutDots(url), query ? [query] : this.#queries),
      headers: this.#toHeaders(this.#user ?? user, body),
      ...(body ? { body } : {}),
      ...this.#more,
    }
  }

  #findMethod(body: Body | undefined): string {
    if (this.#isHead) return 'HEAD'
    if (this.#upload !== undefined) return 'PUT'
    return body ? 'POST' : 'GET'
  }

  #toBody(): Body | undefined {
    if (this.#upload !== undefined) return this.#upload ? { kind: 'file', path: this.#upload } : undefined
    if (this.#parts.length > 0) return { kind: 'form', parts: this.#parts }
    return this.#data.toBody()
  }

  /** `-r` is the part of an answer; beside a body curl makes of it the part that the body is, or nothing. */
  #dropRange(): void {
    const range = this.#ownHeaders.get('Range')
    if (range === undefined) return
    this.#ownHeaders.delete('Range')
    this.#note(
      `${range} of -r is left out: with a body curl asks for no part`,
      `未转换 -r 的 ${range}：带请求体时 curl 不请求部分内容`,
    )
  }

  #toHeaders(user: string | undefined, body: Body | undefined): Header[] {
    const headers = this.#headers.filter(({ name }) => body?.kind !== 'form' || !/^content-type$/i.test(name))
    const addOwn = (name: string, value: string) => {
      if (findHeader(headers, name.toLowerCase()) === undefined && !this.#removed.has(name.toLowerCase()))
        headers.push({ name, value })
    }
    if (body || this.#upload !== undefined) this.#dropRange()
    for (const [name, value] of this.#ownHeaders) if (value) addOwn(name, value)
    if (this.#isJson) addOwn('Content-Type', 'application/json')
    if (this.#isJson) addOwn('Accept', 'application/json')
    if (body && body.kind !== 'form' && this.#upload === undefined) addOwn('Content-Type', 'application/x-www-form-urlencoded')
    if (user !== undefined)
      addOwn('Authorization', `Basic ${toBase64(new TextEncoder().encode(user.includes(':') ? user : `${user}:`))}`)
    return headers
  }
}

/** An address that ends in `/` gets the name of the file that is sent there. */
function addFileName(url: string, path = ''): string {
  const name = encodeURIComponent(path.replace(/^.*\//s, '').toWellFormed())
  return name ? url.replace(/^([^?]*\/)(?=\?|$)/, `$1${name}`) : url
}

function addQueries(url: string, queries: readonly string[]): string {
  if (queries.length === 0) return url
  return `${url}${url.includes('?') ? (/[?&]$/.test(url) ? '' : '&') : '?'}${queries.join('&')}`
}

const toUnknown = (option: string) =>
  new AppError('unsupported_value', { got: option, reason: { en: 'curl has no such option', zh: 'curl 没有此选项' } })
