import type { MarkdownIt, StateInline } from 'markdown-it'

const TILDE = 126
/** Marks of one length find each other; the parser pairs what has the same number. */
const toMarker = (length: number): number => TILDE * length

/**
 * Strikethrough between one or two tildes on each side, as GitHub has it (GFM §6.5), where the library takes two alone; three
 * and more are text.
 */
export function strikeAsGitHub({ inline: { ruler, ruler2 } }: MarkdownIt): void {
  ruler.at('strikethrough', (state, silent) => {
    if (silent || state.src.charCodeAt(state.pos) !== TILDE) return false
    const { length, can_open: open, can_close: close } = state.scanDelims(state.pos, true)
    state.push('text', '', 0).content = '~'.repeat(length)
    if (length <= 2)
      state.delimiters.push({ marker: toMarker(length), length: 0, token: state.tokens.length - 1, end: -1, open, close })
    state.pos += length
    return true
  })
  ruler2.at('strikethrough', (state) => {
    strikePairs(state, state.delimiters)
    for (const meta of state.tokens_meta) if (meta?.delimiters) strikePairs(state, meta.delimiters)
    return false
  })
}

function strikePairs({ tokens }: StateInline, delimiters: StateInline['delimiters']): void {
  for (const { marker, end, token } of delimiters) {
    if (end === -1 || (marker !== toMarker(1) && marker !== toMarker(2))) continue
    const markup = '~'.repeat(marker / TILDE)
    Object.assign(tokens[token]!, { type: 's_open', tag: 'del', nesting: 1, markup, content: '' })
    Object.assign(tokens[delimiters[end]!.token]!, { type: 's_close', tag: 'del', nesting: -1, markup, content: '' })
  }
}
