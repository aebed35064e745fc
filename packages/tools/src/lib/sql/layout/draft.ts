import type { Opening, Step } from './step.ts'

/** The steps of a statement, and with each bracket what it is on one line if it fits there. */
export class Draft {
  readonly steps: Step[] = []
  readonly #width: number
  readonly #open: { readonly opening: Opening; readonly line: OneLine }[] = []

  constructor(width: number) {
    this.#width = width
  }

  add(step: Step): void {
    this.steps.push(step)
    this.#open.at(-1)?.line.add(step)
  }

  open(text: string): void {
    const opening: Opening = { kind: 'open', text, inLine: undefined }
    this.steps.push(opening)
    this.#open.push({ opening, line: new OneLine(this.#width) })
  }

  close(text: string): void {
    const { opening, line } = this.#open.pop()!
    this.steps.push({ kind: 'close', text })
    if (line.fits) opening.inLine = { text: opening.text + line.text.trimEnd() + text, end: this.steps.length - 1 }
    this.#open.at(-1)?.line.addBrackets(line, { open: opening.text, close: text })
  }
}

/** What stands between two brackets, on one line. It never fits again once something in it wants a line of its own or the width is spent. */
class OneLine {
  fits = true
  text = ''
  readonly #width: number
  #length = 0
  #isBehindSpace = false

  constructor(width: number) {
    this.#width = width
  }

  add(step: Step): void {
    if (!this.fits) return
    switch (step.kind) {
      case 'word':
        return this.#write(step.text, ' ')
      case 'tight':
        return this.#write(step.text, '')
      case 'dense':
        this.#dropSpace()
        return this.#write(step.text, '')
      case 'colon':
        this.#dropSpace()
        return this.#write(step.text, ' ')
      case 'comma':
        this.#dropSpace()
        return this.#write(',', ' ')
      case 'betweenAnd':
        this.#dropSpace()
        this.#write('', ' ')
        return this.#write(step.text, ' ')
      case 'betweenEnd':
        this.#dropSpace()
        return this.#write('', ' ')
      case 'blockComment':
        if (step.isStandalone) this.fits = false
        else this.#write(step.text, ' ')
        return
      default:
        this.fits = false
    }
  }

  addBrackets(inner: OneLine, { open, close }: { open: string; close: string }): void {
    this.fits &&= inner.fits
    if (!this.fits) return
    this.#write(open, '')
    this.#length += inner.#length
    this.fits &&= this.#length <= this.#width
    this.text += inner.text
    this.#isBehindSpace = inner.#isBehindSpace
    this.#dropSpace()
    this.#write(close, ' ')
  }

  #write(text: string, space: string): void {
    if (text) {
      this.text += text
      this.#length += text.length
      this.#isBehindSpace = false
    }
    if (space && !this.#isBehindSpace) {
      this.text += space
      this.#length++
      this.#isBehindSpace = true
    }
    this.fits &&= this.#length <= this.#width
  }

  #dropSpace(): void {
    if (!this.#isBehindSpace) return
    this.text = this.text.slice(0, -1)
    this.#length--
    this.#isBehindSpace = false
  }
}
