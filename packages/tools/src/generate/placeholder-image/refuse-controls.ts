import { badCharacter, refuseLoneSurrogate } from '../../lib/text-place.ts'

/** XML 1.0 §2.2 has no control characters, and no half characters. Throws `bad_input`. */
export function refuseControls(text: string): void {
  refuseLoneSurrogate(text, 'text')
  const offset = text.search(/[\p{Cc}\ufffe\uffff]/u)
  if (offset !== -1)
    throw badCharacter({ field: 'text', text, offset, expected: { en: 'no control characters', zh: '不含控制字符' } })
}
