import { readEncodedWords } from '../../lib/encoded-words.ts'
import { toTokens } from './tokens.ts'

export type Mailbox = { readonly name: string; readonly address: string }

/** Addresses of a field with their names (RFC 5322 §3.4); groups give their members. What has no `@` is no address. */
export function readMailboxes(value: string): Mailbox[] {
  const boxes: Mailbox[] = []
  let words: string[] = []
  let address: string | undefined
  let isInside = false
  const flush = () => {
    const joined = words.join(' ')
    const found = address ?? (words.length === 1 ? joined : undefined)
    if (found?.includes('@')) boxes.push({ name: address === undefined ? '' : readEncodedWords(joined), address: found })
    words = []
    address = undefined
  }
  for (const { kind, text } of toTokens(value, '<>,;:')) {
    if (kind === 'comment') continue
    if (kind !== 'sign') {
      if (isInside) address = (address ?? '') + text
      else words.push(text)
    } else if (text === '<') [isInside, address] = [true, '']
    else if (text === '>') isInside = false
    else if (text === ':' && !isInside) words = [] // the name of a group
    else if (!isInside) flush()
  }
  flush()
  return boxes
}

/** The domain of an address, in lower case. */
export const toMailDomain = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()
