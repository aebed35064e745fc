/** A key for a name of a program: no language has numbers such as `²` or `Ⅷ` in all its names, `m²` becomes `m2`. */
export const toNameText = (key: string): string => key.replaceAll(/[\p{No}\p{Nl}]/gu, (number) => number.normalize('NFKC'))
