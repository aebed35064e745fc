import type { Heed } from '../domain/bus.ts'

/** Who listens to which channel. */
export class Listeners {
  readonly #heeds = new Map<string, Set<Heed>>()

  has(channel: string): boolean {
    return this.#heeds.has(channel)
  }

  add(channel: string, heed: Heed): void {
    const heeds = this.#heeds.get(channel) ?? new Set()
    this.#heeds.set(channel, heeds.add(heed))
  }

  /** Whether it was the last one of the channel. */
  remove(channel: string, heed: Heed): boolean {
    const heeds = this.#heeds.get(channel)
    heeds?.delete(heed)
    if (heeds?.size !== 0) return false
    return this.#heeds.delete(channel)
  }

  tell(channel: string, text: string): void {
    const heeds = this.#heeds.get(channel)
    if (!heeds) return
    const word: unknown = JSON.parse(text)
    for (const heed of heeds) heed(word)
  }
}
