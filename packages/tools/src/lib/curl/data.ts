import type { Text } from '@octet/core/text.ts'
import type { Body } from './request.ts'

/** What `-d` and its kin give, piece by piece; files stay files as long as they are alone. */
export class DataReader {
  readonly #notes: Text[] = []
  #text: string | undefined
  #path: string | undefined
  #isStripped = false

  get notes(): Text[] {
    if (this.#path === undefined || !this.#isStripped) return this.#notes
    return [
      ...this.#notes,
      {
        en: `curl -d leaves out the line breaks of ${this.#path}; the code sends the file as it is`,
        zh: `curl -d 会去掉 ${this.#path} 中的换行；代码按原样发送文件`,
      },
    ]
  }

  /** `-d`: text, or a file without its line breaks. */
  add(value: string): void {
    if (!value.startsWith('@')) return this.addText(value)
    this.#isStripped = true
    this.#addFile(value.slice(1))
  }

  addText(value: string): void {
    this.#dropFile(value)
    this.#text = this.#text === undefined ? value : `${this.#text}&${value}`
  }

  addBinary(value: string): void {
    if (value.startsWith('@')) this.#addFile(value.slice(1))
    else this.addText(value)
  }

  /** `--json`: pieces follow each other without a mark. */
  addJson(value: string): void {
    if (value.startsWith('@')) return this.#addFile(value.slice(1))
    this.#dropFile(value)
    this.#text = `${this.#text ?? ''}${value}`
  }

  refuseFile(path: string, beside = ''): void {
    this.#notes.push({
      en: `the content of ${path} is left out${beside && ` beside ${beside.slice(0, 40)}`}: code cannot join it to the rest`,
      zh: `未包含 ${path} 的内容：代码无法将其与其余数据拼接`,
    })
  }

  noteFormRest(rest: string): void {
    this.#notes.push({ en: `${rest.slice(0, 80)} is left out of the form`, zh: `表单中未转换 ${rest.slice(0, 80)}` })
  }

  #dropFile(beside: string): void {
    if (this.#path !== undefined) this.refuseFile(this.#path, beside)
    this.#path = undefined
  }

  /** The method stays that of a request with a body, even if nothing of it can be said. */
  #addFile(path: string): void {
    if (path === '-')
      this.#notes.push({ en: 'what curl would read from its standard input is left out', zh: '未包含 curl 从标准输入读取的内容' })
    else if (this.#text === undefined && this.#path === undefined) return void (this.#path = path)
    else this.refuseFile(path)
    this.#dropFile(path)
    this.#text ??= ''
  }

  /** For `-G`: what goes behind the question mark. */
  toQuery(): string {
    this.#dropFile('')
    return this.#text ?? ''
  }

  toBody(): Body | undefined {
    if (this.#path !== undefined) return { kind: 'file', path: this.#path }
    return this.#text === undefined ? undefined : { kind: 'text', text: this.#text }
  }
}

/** `--data-urlencode`: `content`, `=content`, `name=content`; `@file` and `name@file` are noted. */
export function urlEncode(value: string, data: DataReader): string {
  const [, name = '', mark, content = ''] = /^([^=@]*)([=@])([\s\S]*)$/.exec(value) ?? []
  if (mark === undefined) return encode(value)
  if (mark === '@') data.refuseFile(content)
  return `${name && `${name}=`}${mark === '@' ? '' : encode(content)}`
}

/** As curl writes it: everything but letters, digits and `-._~`, a space as `+`. */
const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(/[!'()*]|%20/g, (mark) =>
    mark === '%20' ? '+' : `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
