import type { Packed } from './packed-body.ts'

type Page = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The body as a request takes it. */
  readonly pack: (acceptEncoding: string | undefined) => Promise<Packed>
}

/** Rendered pages of the last moments, so that a reload or a burst does not render the same page again. */
export class PageCache {
  readonly #pages = new Map<string, { readonly page: Promise<Page>; readonly madeMs: number }>()
  readonly #options: { readonly maxPages: number; readonly maxAgeMs: number }

  constructor(options: { readonly maxPages: number; readonly maxAgeMs: number }) {
    this.#options = options
  }

  /** The page under this key, or the one that `make` gives. A failure is not kept. */
  find(key: string, make: () => Promise<Page>): Promise<Page> {
    const now = performance.now()
    const known = this.#pages.get(key)
    if (known && now - known.madeMs < this.#options.maxAgeMs) return known.page
    const page = make()
    this.#pages.delete(key)
    this.#pages.set(key, { page, madeMs: now })
    page.then(
      ({ status }) => status >= 500 && this.#pages.delete(key),
      () => this.#pages.delete(key),
    )
    const oldest = this.#pages.keys().next()
    if (this.#pages.size > this.#options.maxPages && !oldest.done) this.#pages.delete(oldest.value)
    return page
  }
}
