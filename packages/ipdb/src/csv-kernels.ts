import type { Lang } from '@octet/core/text.ts'
import { CsvKernel } from './csv-kernel.ts'
import type { Ipdb } from './ipdb.ts'

/**
 * Kernels that have done their work and keep their prepared texts for the next one: one per language, and only of the
 * database that was asked for last.
 *
 * @example
 * const kernel = kernels.take(db, 'en')
 * try { … } finally { kernels.giveBack(kernel) }
 */
export class CsvKernels {
  #idle: Partial<Record<Lang, CsvKernel>> = {}
  #database: Ipdb | undefined

  take(database: Ipdb, lang: Lang): CsvKernel {
    if (this.#database !== database) this.#idle = {}
    this.#database = database
    const kernel = this.#idle[lang]
    if (!kernel) return new CsvKernel(database, lang)
    delete this.#idle[lang]
    kernel.reset()
    return kernel
  }

  /** Keeps a kernel, unless there is one already or its database is out of date. */
  giveBack(kernel: CsvKernel): void {
    if (kernel.database === this.#database) this.#idle[kernel.lang] ??= kernel
  }
}
