/** The flag of a country in regional indicator symbols (Unicode §22.10), 🇬🇧. */
export function toEmojiFlag(code: string | null): string | null {
  return code && String.fromCodePoint(...toIndicators(code))
}

/** The code points of that flag, `U+1F1EC U+1F1E7`. */
export function toEmojiCodes(code: string | null): string | null {
  return (
    code &&
    toIndicators(code)
      .map((point) => `U+${point.toString(16).toUpperCase()}`)
      .join(' ')
  )
}

function toIndicators(code: string): number[] {
  return [...code].map((letter) => 0x1f1a5 + letter.charCodeAt(0))
}
