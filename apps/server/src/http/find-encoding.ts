/** The packings that bodies are kept in, the smaller one first. */
const PACKINGS = ['br', 'gzip'] as const

export type Encoding = (typeof PACKINGS)[number]

/**
 * How the caller takes a body packed (`Accept-Encoding`, RFC 9110 §12.5.3); undefined when it is to go as it is. What is named
 * with `q=0` is not taken, also where a star takes the rest.
 */
export function findEncoding(accepted = ''): Encoding | undefined {
  const weights = new Map<string, boolean>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim())
    if (name !== '') weights.set(name, !parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter)))
  }
  return PACKINGS.find((name) => weights.get(name) ?? weights.get('*') ?? false)
}
