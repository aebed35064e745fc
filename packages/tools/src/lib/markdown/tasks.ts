import type { Token } from 'markdown-it'

const BOX = /^\[([ xX])\]\s/

/** What marks the token of a box, beside HTML of the text. */
const IS_BOX = { isBox: true }

/** Whether a token is HTML that the text holds. */
export const isForeignHtml = ({ type, meta }: Token): boolean =>
  (type === 'html_inline' || type === 'html_block') && meta !== IS_BOX

/** Items that begin with `[ ]` or `[x]` get a box (GFM §5.3). */
export function markTasks(tokens: Token[]): void {
  tokens.forEach((token, index) => {
    const text = token.children?.[0]
    if (token.type !== 'inline' || text?.type !== 'text') return
    if (tokens[index - 1]?.type !== 'paragraph_open' || tokens[index - 2]?.type !== 'list_item_open') return
    const [mark, state] = BOX.exec(text.content) ?? []
    if (!mark) return
    const box = Object.assign(Object.create(Object.getPrototypeOf(text)) as Token, text)
    box.type = 'html_inline'
    box.meta = IS_BOX
    box.content = `<input type="checkbox"${state === ' ' ? '' : ' checked=""'} disabled=""> `
    text.content = text.content.slice(mark.length)
    token.children?.unshift(box)
  })
}
